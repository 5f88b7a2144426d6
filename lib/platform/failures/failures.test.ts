import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describeFailure, isOutage, remedyOf } from "./failures.ts";

const coded = (message: string, code: string) => Object.assign(new Error(message), { code });
const wrapped = (cause: unknown) =>
  Object.assign(new Error("Failed query: select 1\nparams: shopper@shop.example", { cause }), {
    query: "select 1",
    params: ["shopper@shop.example"],
  });

describe("outages", () => {
  for (const error of [
    coded("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED"),
    coded("terminating connection due to administrator command", "57P01"),
    coded("the database system is starting up", "57P03"),
    coded("sorry, too many clients already", "53300"),
    coded("could not extend file", "53100"),
    coded("canceling statement due to statement timeout", "57014"),
    coded("deadlock detected", "40P01"),
    coded("cannot execute UPDATE in a read-only transaction", "25006"),
    new Error("the database server is read-only"),
    new Error("Connection terminated unexpectedly"),
    new Error("timeout exceeded when trying to connect"),
    new Error("Query read timeout"),
    new Error("too many queries wait for a database connection"),
    new AggregateError([coded("connect ECONNREFUSED ::1:5432", "ECONNREFUSED")]),
  ]) {
    it(`include ${error.message || error.name}, wrapped or not`, () => {
      assert.ok(isOutage(error));
      assert.ok(isOutage(wrapped(error)));
      assert.ok(isOutage(wrapped(wrapped(error))));
    });
  }

  for (const error of [
    coded("duplicate key value", "23505"),
    coded("syntax error", "42601"),
    new TypeError("x is not a function"),
    new Error("the word Connection terminated in the middle"),
    "ECONNREFUSED",
    undefined,
  ]) {
    it(`do not include ${error}`, () => assert.ok(!isOutage(error)));
  }

  it("are detected in an error that is its own cause", () => {
    const error = new Error("loop");
    error.cause = error;
    assert.equal(isOutage(error), false);
  });
});

describe("a database that refuses for good", () => {
  for (const [error, remedy] of [
    [coded('database "shop" does not exist', "3D000"), /create it, or correct DATABASE_URL/],
    [coded("no such database: shop", "08P01"), /create it, or correct DATABASE_URL/],
    [coded('password authentication failed for user "ada"', "28P01"), /check user, password/],
    [coded('role "ada" does not exist', "28000"), /check user, password/],
    [coded("no such user", "08P01"), /check user, password/],
    [coded("SASL authentication failed", "08P01"), /check user, password/],
    [coded("permission denied for schema public", "42501"), /make it the owner/],
    [coded("unsupported startup parameter: statement_timeout", "08P01"), /connection pooler/],
  ] as const) {
    it(`has a remedy for: ${error.message}`, () => {
      for (const thrown of [error, wrapped(error)]) {
        const sentence = remedyOf(thrown) ?? "";
        assert.match(sentence, remedy);
        assert.doesNotMatch(sentence, /ada|shop|\n/);
      }
    });
  }

  it("is not assumed for several servers unless each refuses", () => {
    const refused = coded("password authentication failed", "28P01");
    const away = coded("connect ECONNREFUSED", "ECONNREFUSED");
    assert.equal(remedyOf(new AggregateError([away, refused])), undefined);
    assert.match(remedyOf(new AggregateError([refused, refused])) ?? "", /check user, password/);
  });

  for (const error of [
    coded("pgbouncer cannot connect to server", "08P01"),
    coded("no more connections allowed (max_client_conn)", "08P01"),
    coded("query_wait_timeout", "08P01"),
  ]) {
    it(`is not assumed if its pooler reports: ${error.message}`, () => {
      assert.equal(remedyOf(error), undefined);
      assert.ok(isOutage(error));
    });
  }
});

describe("the description of a failure", () => {
  it("has names, codes and frames, but no parameter of a query", () => {
    const cause = Object.assign(coded("Key (email)=(shopper@shop.example) exists", "23505"), {
      severity: "ERROR",
    });
    const text = JSON.stringify(describeFailure(wrapped(cause)));
    assert.match(text, /23505/);
    assert.match(text, /failures\.test\.ts/);
    assert.doesNotMatch(text, /shopper/);
  });

  it("is short for a long message", () => {
    const error = new Error(`${"x".repeat(65_536)}\n  at ${"y".repeat(65_536)}`);
    assert.ok(JSON.stringify(describeFailure(error)).length < 10_000);
  });

  it("keeps the message of other errors", () => {
    assert.equal(
      describeFailure(new TypeError("x is not a function"))[0]?.message,
      "x is not a function",
    );
  });
});
