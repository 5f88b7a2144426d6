import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { AppError } from "#lib/platform/failures/errors.ts";
import { readFormBody } from "./form-body.ts";

const bounds = { bytes: 10_000, parts: 3, tooLarge: () => new AppError("body_too_large") };
const read = (body: BodyInit, headers: Record<string, string> = {}) =>
  readFormBody(new Request("http://localhost/", { method: "POST", body, headers }), bounds);

function formOf(count: number): FormData {
  const form = new FormData();
  for (let index = 0; index < count; index += 1) {
    form.append(`f${index}`, new File(["x"], "a.xml"));
  }
  return form;
}

describe("the body of a form with files", () => {
  it("is read with all its parts", async () => {
    assert.deepEqual([...(await read(formOf(3))).keys()], ["f0", "f1", "f2"]);
    const type = { "Content-Type": 'multipart/form-data; boundary="a b"' };
    const quoted = '--a b\r\nContent-Disposition: form-data; name="x"\r\n\r\ny\r\n--a b--\r\n';
    assert.equal((await read(quoted, type)).get("x"), "y");
  });

  it("has a limited number of parts, which are counted before they are parsed", async () => {
    await assert.rejects(read(formOf(4)), { code: "invalid_request" });
    // The body is no valid form: parsing would fail with a cause.
    const many = "--b\r\n".repeat(5);
    const type = { "Content-Type": "multipart/form-data; boundary=b" };
    await assert.rejects(read(many, type), (error: AppError) => error.cause === undefined);
  });

  it("has a limited number of bytes", async () => {
    const type = { "Content-Type": "multipart/form-data; boundary=b" };
    await assert.rejects(read("x".repeat(10_001), type), { code: "body_too_large" });
  });

  for (const type of ["text/plain", "multipart/form-data", "application/x-www-form-urlencoded"]) {
    it(`is refused if it is sent as ${type}`, async () => {
      await assert.rejects(read("a=b", { "Content-Type": type }), { code: "invalid_request" });
    });
  }
});
