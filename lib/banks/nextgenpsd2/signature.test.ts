import assert from "node:assert/strict";
import { createVerify } from "node:crypto";
import { before, describe, it } from "node:test";
import { createAuthority } from "#lib/testing/certificates.ts";
import { createRequestSigner, type SigningOptions } from "./signature.ts";

const NOW = new Date("2026-01-15T12:00:00Z");
const HEADERS = { "x-request-id": "r-1", "tpp-redirect-uri": "https://pay.example/", accept: "x" };
const REQUEST = { method: "POST", url: "https://bank.example/psd2/v1/payments?a=1", body: "{}" };

describe("the signed headers of a request", () => {
  let seal: { cert: string; key: string };

  before(async () => {
    seal = await (await createAuthority()).issue({ name: "CN=Seal" });
  });

  function sign(headers?: SigningOptions["headers"]) {
    const signed = createRequestSigner({ ...seal, digest: "SHA-512", headers }, () => NOW);
    const added = signed(HEADERS, REQUEST);
    const [, names = "", signature = ""] =
      /headers="([^"]+)",signature="([^"]+)"/.exec(added["Signature"] ?? "") ?? [];
    return { added, names, signature };
  }

  const isSignature = (text: string, signature: string) =>
    createVerify("rsa-sha512").update(text).verify(seal.cert, signature, "base64");

  it("are those of the standard that the request has", () => {
    assert.equal(sign().names, "digest x-request-id date tpp-redirect-uri");
  });

  it("are a bank's own, in its order, with method and path", () => {
    const { added, names, signature } = sign([
      "(request-target)",
      "date",
      "digest",
      "x-request-id",
    ]);
    assert.equal(names, "(request-target) date digest x-request-id");
    const text = [
      "(request-target): post /psd2/v1/payments?a=1",
      "date: Thu, 15 Jan 2026 12:00:00 GMT",
      `digest: ${added["Digest"]}`,
      "x-request-id: r-1",
    ].join("\n");
    assert.ok(isSignature(text, signature));
    assert.ok(!isSignature(text.replace("post", "get"), signature));
  });
});
