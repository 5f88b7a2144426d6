import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { z } from "zod";
import { AppError } from "#lib/platform/failures/errors.ts";
import { runJsonAction } from "./json-action.ts";

const schema = z.strictObject({ name: z.string().max(10) });

function send(
  body: BodyInit | null,
  options: { isOwnOrigin?: boolean; type?: string; run?: () => Promise<object> } = {},
) {
  const { isOwnOrigin = true, type = "application/json", run } = options;
  const logged: unknown[] = [];
  const ran: unknown[] = [];
  const request = new Request("https://pay.example/console/x", {
    method: "POST",
    headers: { "content-type": type },
    body,
  });
  const answered = runJsonAction(
    request,
    schema,
    {
      logger: { error: ({ err }) => logged.push(err) },
      isOwnOrigin,
      wordsOf: (code, fields) => ({ code, paths: fields.map(({ path }) => path) }),
    },
    async (input) => {
      ran.push(input);
      return run ? run() : { hello: input.name };
    },
  );
  return answered.then(async (response) => ({
    status: response.status,
    cache: response.headers.get("cache-control"),
    body: (await response.json()) as object,
    logged,
    ran,
  }));
}

describe("a request of a page's script", () => {
  it("is parsed and performed, and its response is never cached", async () => {
    const { logged, ran, ...answer } = await send('{"name":"Ada"}', {
      type: "application/json; charset=utf-8",
    });
    assert.deepEqual(answer, { status: 200, cache: "no-store", body: { hello: "Ada" } });
    assert.deepEqual([logged, ran], [[], [{ name: "Ada" }]]);
  });

  it("is refused from another site, in a form's content type, or with an invalid body", async () => {
    const good = '{"name":"Ada"}';
    const cases = [
      [await send(good, { isOwnOrigin: false }), 403, "forbidden"],
      [await send(good, { type: "text/plain" }), 415, "unsupported_media_type"],
      [await send(good, { type: "" }), 415, "unsupported_media_type"],
      [await send("{"), 400, "invalid_json"],
      [await send(null), 400, "invalid_json"],
      [await send(`{"name":"${"x".repeat(70_000)}"}`), 413, "body_too_large"],
      [await send('{"name":7}'), 422, "invalid_request"],
      [await send('{"name":"Ada","more":1}'), 422, "invalid_request"],
    ] as const;
    for (const [{ status, body, ran, logged }, expected, code] of cases) {
      assert.equal(status, expected);
      assert.equal((body as { code: string }).code, code);
      assert.deepEqual([ran, logged], [[], []], code);
    }
  });

  it("returns failures of the error table, and logs others as internal errors", async () => {
    const known = await send('{"name":"Ada"}', {
      run: async () => {
        throw new AppError("too_many_tries", { fields: [{ path: "name", message: "x" }] });
      },
    });
    assert.equal(known.status, 429);
    assert.deepEqual(known.body, { code: "too_many_tries", paths: ["name"] });
    const broken = new Error("secret detail");
    const unknown = await send('{"name":"Ada"}', { run: () => Promise.reject(broken) });
    assert.equal(unknown.status, 500);
    assert.deepEqual(unknown.body, { code: "internal_error", paths: [] });
    assert.deepEqual(unknown.logged, [broken]);
  });
});
