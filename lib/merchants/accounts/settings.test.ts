import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { inBatches } from "#lib/platform/db/in-batches.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";

const ACTOR = "usr_01kagj1d6xf0bsn9t2v7y3m5qe";

onDatabase("settings of an account", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let accountId: string;
  before(() => {
    test = createTestServices(connection());
  });
  const make = async () => {
    ({ accountId } = await makeMerchant(test.services));
    return test.services.accounts;
  };
  const read = async () => {
    const account = await test.services.accounts.find(accountId);
    if (!account) throw new Error("no account");
    return account;
  };
  const changed = async () =>
    (await test.services.audit.list({ accountId, limit: 200 }))
      .filter(({ action }) => action === "account.settings_changed")
      .map(({ actor, details }) => [actor, details["setting"]]);
  const refusal = (path: string, message: string) => ({
    code: "invalid_request",
    fields: [{ path, message }],
  });

  it("change only the name when the company is renamed", async () => {
    const accounts = await make();
    await accounts.rename(accountId, "  Harbour Books ", ACTOR);
    await accounts.rename(accountId, "Harbour Books", ACTOR);
    assert.equal((await read()).name, "Harbour Books");
    assert.equal((await accounts.primaryPayee(accountId, "live")).name, "Corner Books");
    assert.deepEqual(await changed(), [[ACTOR, "name"]]);
    for (const name of ["", " ", "a\nb", "a".repeat(71)]) {
      await assert.rejects(
        accounts.rename(accountId, name, ACTOR),
        refusal("name", "company_name"),
      );
    }
  });

  it("store each site that may frame the checkout once", async () => {
    const accounts = await make();
    const add = (origin: string) => accounts.addEmbedOrigin(accountId, origin, ACTOR);
    await add(" https://Shop.example:443/ ");
    await add("https://shop.example");
    assert.deepEqual((await read()).embedOrigins, [
      "https://books.example",
      "https://shop.example",
    ]);
    await accounts.removeEmbedOrigin(accountId, "https://books.example", ACTOR);
    await accounts.removeEmbedOrigin(accountId, "https://books.example", ACTOR);
    assert.deepEqual((await read()).embedOrigins, ["https://shop.example"]);
    assert.equal((await changed()).length, 2);
    const bad = ["", "shop.example", "https://*.example", "https://a.example/shop", "https://a; x"];
    for (const text of [...bad, `https://${"a".repeat(300)}.example`]) {
      await assert.rejects(add(text), refusal("origin", "origin"));
    }
    for (let number = 1; number < 50; number++) await add(`https://s${number}.example`);
    await assert.rejects(add("https://one-more.example"), { code: "limit_reached" });
    await add("https://s1.example");
    assert.equal((await read()).embedOrigins.length, 50);
  });

  it("keep all sites that are added at once", async () => {
    const accounts = await make();
    const origins = Array.from({ length: 8 }, (_, at) => `https://s${at}.example`);
    await Promise.all(origins.map((origin) => accounts.addEmbedOrigin(accountId, origin, ACTOR)));
    assert.equal((await read()).embedOrigins.length, 9);
  });

  it("store app schemes, and refuse schemes of the web and the system", async () => {
    const accounts = await make();
    const add = (scheme: string) => accounts.addAppScheme(accountId, scheme, ACTOR);
    await add("MyApp://");
    await add("com.shop.app:");
    assert.deepEqual((await read()).appSchemes, ["myapp", "com.shop.app"]);
    await accounts.removeAppScheme(accountId, "myapp", ACTOR);
    assert.deepEqual((await read()).appSchemes, ["com.shop.app"]);
    for (const text of ["", "1app", "my app", "a".repeat(41), "my/app"]) {
      await assert.rejects(add(text), refusal("scheme", "app_scheme"));
    }
    for (const text of ["https", "javascript:", "intent", "file"]) {
      await assert.rejects(add(text), refusal("scheme", "app_scheme_refused"));
    }
    for (let number = 1; number < 20; number++) await add(`app${number}`);
    await assert.rejects(add("onemore"), { code: "limit_reached" });
  });

  it("store default return URLs, and use local ones in test mode only", async () => {
    const accounts = await make();
    const [local, web] = ["http://localhost:4000/thanks", "https://books.example/sorry?x=1"];
    const set = (successUrl: string, failureUrl: string) =>
      accounts.setDefaultUrls(accountId, { successUrl, failureUrl }, ACTOR);
    const defaultUrls = (mode: Mode) =>
      inBatches(database(), async (tx) => {
        const terms = await accounts.holdTerms(tx, { accountId, mode }, undefined);
        return terms.defaultUrls;
      });
    await set(local, ` ${web} `);
    assert.deepEqual(await defaultUrls("test"), {
      successUrl: local,
      failureUrl: web,
    });
    assert.deepEqual(await defaultUrls("live"), {
      successUrl: null,
      failureUrl: web,
    });
    await assert.rejects(set("javascript:alert(1)", "http://books.example/"), {
      fields: [
        { path: "successUrl", message: "return_url" },
        { path: "failureUrl", message: "return_url" },
      ],
    });
    await set("", "");
    assert.deepEqual(await defaultUrls("test"), {
      successUrl: null,
      failureUrl: null,
    });
    assert.equal((await changed()).length, 2);
  });

  it("set how long personal data are kept", async () => {
    const accounts = await make();
    for (const days of [1, 3650, null, null]) await accounts.setRetention(accountId, days, ACTOR);
    assert.equal((await read()).retentionDays, null);
    assert.equal((await changed()).length, 3);
    for (const days of [0, -1, 1.5, 3651, Number.NaN]) {
      const set = accounts.setRetention(accountId, days, ACTOR);
      await assert.rejects(set, refusal("days", "retention_days"));
    }
  });

  it("set how long the outcome shows before the shop's page opens", async () => {
    const accounts = await make();
    assert.equal(await accounts.returnDelayMs(accountId), 2000);
    for (const seconds of [0, 0, 90]) await accounts.setReturnDelay(accountId, seconds, ACTOR);
    assert.equal(await accounts.returnDelayMs(accountId), 90_000);
    await accounts.setReturnDelay(accountId, null, ACTOR);
    assert.equal((await read()).returnDelaySeconds, null);
    assert.equal((await changed()).length, 3);
    for (const seconds of [-1, 0.5, 91, Number.NaN]) {
      const set = accounts.setReturnDelay(accountId, seconds, ACTOR);
      await assert.rejects(set, refusal("seconds", "return_delay"));
    }
  });

  it("set when the event of a success is sent, each change audited", async () => {
    const accounts = await make();
    assert.equal((await read()).deliverOn, "succeeded");
    for (const wanted of ["received", "received", "succeeded"] as const) {
      await accounts.setDeliverOn(accountId, wanted, ACTOR);
      assert.equal((await read()).deliverOn, wanted);
    }
    assert.equal((await changed()).length, 2);
  });

  it("belong to one account, and can't be changed once it is closed", async () => {
    const accounts = await make();
    const closed = accountId;
    await make();
    await test.services.operator.close(closed);
    const urls = { successUrl: "", failureUrl: "https://a.example/" };
    const changes = [
      accounts.rename(closed, "Other", ACTOR),
      accounts.addEmbedOrigin(closed, "https://a.example", ACTOR),
      accounts.removeEmbedOrigin(closed, "https://books.example", ACTOR),
      accounts.addAppScheme(closed, "myapp", ACTOR),
      accounts.removeAppScheme(closed, "myapp", ACTOR),
      accounts.setDefaultUrls(closed, urls, ACTOR),
      accounts.setRetention(closed, 5, ACTOR),
      accounts.setReturnDelay(closed, 5, ACTOR),
      accounts.setDeliverOn(closed, "received", ACTOR),
    ];
    for (const change of await Promise.allSettled(changes)) {
      assert.equal(change.status === "rejected" && change.reason.code, "account_closed");
    }
    await accounts.rename(accountId, "Mine", ACTOR);
    const other = await accounts.find(closed);
    assert.deepEqual(
      [other?.name, other?.embedOrigins],
      ["Corner Books", ["https://books.example"]],
    );
  });
});
