import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { redirect } from "next/dist/client/components/redirect.js";
import { z } from "zod";
import { AppError } from "#lib/platform/failures/errors.ts";
import { inRequestScope } from "#lib/platform/http/request-scope.ts";
import { runAction } from "./action.ts";

const schema = z.strictObject({ bank: z.string().min(1) });

function formOf(fields: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

function recorder({ isOwnOrigin = true } = {}) {
  const errors: unknown[] = [];
  const logger = { error: ({ err }: { err: unknown }) => void errors.push(err) };
  return { errors, logger, isOwnOrigin };
}

describe("runAction", () => {
  it("passes on the parsed form without React's own fields", async () => {
    const form = formOf([
      ["bank", "b1"],
      ["$ACTION_ID_1", ""],
    ]);
    const result = await runAction(form, schema, recorder(), async ({ bank }) => bank);
    assert.deepEqual(result, { ok: true, value: "b1", input: { bank: "b1" } });
  });

  const refused: [string, [string, string][]][] = [
    ["a missing field", []],
    ["an empty field", [["bank", ""]]],
    [
      "a repeated field",
      [
        ["bank", "a"],
        ["bank", "b"],
      ],
    ],
    [
      "an unknown field",
      [
        ["bank", "a"],
        ["admin", "1"],
      ],
    ],
    ["a character that no database stores", [["bank", "a\0"]]],
  ];
  for (const [what, fields] of refused) {
    it(`refuses ${what} without running`, async () => {
      const result = await runAction(formOf(fields), schema, recorder(), async () => assert.fail());
      assert.equal(!result.ok && result.code, "invalid_request");
    });
  }

  it("throws a client error if it is called without a form", async () => {
    for (const called of [undefined, null, "form", {}, []]) {
      const form = called as unknown as FormData;
      const run = runAction(form, schema, recorder(), async () => assert.fail());
      await assert.rejects(run, { code: "invalid_request" });
    }
  });

  it("reads a form once, with any number of fields", async () => {
    const names = Array.from({ length: 500 }, (_, index) => `field-${index}`);
    let passes = 0;
    class CountedForm extends FormData {
      override getAll(name: string) {
        passes += 1;
        return super.getAll(name);
      }
    }
    const form = new CountedForm();
    for (const name of names) form.append(name, "");
    const many = z.record(z.string(), z.string());
    const result = await runAction(form, many, recorder(), async (input) => Object.keys(input));
    assert.deepEqual(result.ok && result.value, names);
    assert.ok(passes <= 1, `${passes} passes`);
  });

  it("refuses a form of another site without running", async () => {
    const context = recorder({ isOwnOrigin: false });
    const result = await runAction(formOf([["bank", "a"]]), schema, context, async () =>
      assert.fail(),
    );
    assert.deepEqual(result, { ok: false, code: "forbidden", fields: [], input: { bank: "a" } });
    assert.deepEqual(context.errors, []);
  });

  it("returns a failure of the error table as data", async () => {
    const context = recorder();
    const result = await runAction(formOf([["bank", "a"]]), schema, context, async () => {
      throw new AppError("bank_unavailable");
    });
    assert.deepEqual(result, {
      ok: false,
      code: "bank_unavailable",
      fields: [],
      input: { bank: "a" },
    });
    assert.deepEqual(context.errors, []);
  });

  it("logs any other failure and hides it", async () => {
    const context = recorder();
    const failure = new Error("select secret from table");
    const result = await runAction(formOf([["bank", "a"]]), schema, context, async () => {
      throw failure;
    });
    assert.deepEqual(result, {
      ok: false,
      code: "internal_error",
      fields: [],
      input: { bank: "a" },
    });
    assert.deepEqual(context.errors, [failure]);
  });

  it("reports the service as unavailable if the database does not work", async () => {
    const context = recorder();
    const failure = new Error("failed", { cause: new Error("Connection terminated") });
    const work = async () => {
      throw failure;
    };
    inRequestScope((isOutage) => assert.equal(isOutage(), false));
    const { promise, resolve } = Promise.withResolvers<() => boolean>();
    inRequestScope((isOutage) => {
      runAction(formOf([["bank", "a"]]), schema, context, work).then((result) => {
        assert.equal(!result.ok && result.code, "unavailable");
        resolve(isOutage);
      });
    });
    assert.equal((await promise)(), true, "the answer becomes a 503");
    assert.deepEqual(context.errors, [failure]);
  });

  it("passes on redirects", async () => {
    const run = runAction(formOf([["bank", "a"]]), schema, recorder(), async () => redirect("/x"));
    await assert.rejects(run, /NEXT_REDIRECT/);
  });
});
