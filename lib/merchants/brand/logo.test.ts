import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { makeJpeg, makePng, makeWebp } from "#lib/testing/pictures.ts";
import { MAX_LOGO_BYTES, readLogo } from "./logo.ts";

const refusal = (message: string) => ({
  code: "invalid_request",
  fields: [{ path: "logo", message }],
});

describe("logo", () => {
  it("has its type detected from its bytes", () => {
    assert.equal(readLogo(makePng(64, 32)).type, "image/png");
    assert.equal(readLogo(makeJpeg(64, 32)).type, "image/jpeg");
    assert.equal(readLogo(makeWebp(64, 32)).type, "image/webp");
  });

  it("is stored byte for byte", () => {
    const bytes = makePng(16);
    const { base64, digest } = readLogo(bytes);
    assert.deepEqual(new Uint8Array(Buffer.from(base64, "base64")), new Uint8Array(bytes));
    assert.match(digest, /^[0-9a-f]{64}$/);
  });

  for (const [width, height] of [
    [15, 100],
    [100, 15],
    [2001, 100],
    [100, 2001],
  ] as const) {
    it(`is refused with ${width} × ${height} pixels`, () => {
      for (const make of [makePng, makeJpeg, makeWebp]) {
        assert.throws(() => readLogo(make(width, height)), refusal("logo_sides"));
      }
    });
  }

  it("may have the smallest and the largest sides", () => {
    for (const side of [16, 2000])
      for (const make of [makeJpeg, makeWebp]) assert.ok(readLogo(make(side)));
  });

  it("is refused above 200 kB", () => {
    const padded = (length: number) => Buffer.concat([makePng(16)], length);
    assert.ok(readLogo(padded(MAX_LOGO_BYTES)));
    assert.throws(() => readLogo(padded(MAX_LOGO_BYTES + 1)), refusal("logo_too_large"));
  });

  const others: [string, string][] = [
    ["SVG", '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script/></svg>'],
    ["SVG behind a PNG's first letters", "\x89PNG<svg width='64' height='64'/>"],
    ["GIF", "GIF89a\x40\x00\x40\x00\x80\x00\x00"],
    ["HTML", "<!doctype html><script>alert(1)</script>"],
    ["BMP", `BM${"\x00".repeat(60)}`],
    ["nothing", ""],
    ["a PNG's beginning alone", "\x89PNG\r\n\x1a\n"],
    ["a RIFF that is a sound", "RIFF\x24\x00\x00\x00WAVEfmt "],
  ];
  for (const [what, text] of others) {
    it(`is refused as ${what}`, () => {
      assert.throws(() => readLogo(Buffer.from(text, "latin1")), refusal("logo_type"));
    });
  }

  it("is accepted or refused without other errors, for any bytes", () => {
    const starts = [makePng(16), makeJpeg(16), makeWebp(16)].map((bytes) => bytes.subarray(0, 24));
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }), (start, rest) => {
        try {
          readLogo(Buffer.concat([start, rest]));
        } catch (error) {
          assert.equal((error as { code?: string }).code, "invalid_request");
        }
      }),
    );
  });
});
