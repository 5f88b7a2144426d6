import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import jsqr from "jsqr";
import { PNG } from "pngjs";
import { readRectangles, rectanglesOfPath } from "#lib/testing/printed-code.ts";
import { qrModules } from "./qr-code.ts";
import { qrPng } from "./qr-png.ts";
import { qrSvg } from "./qr-svg.ts";

const ADDRESS = "https://pay.shop.example/l/q8Zk3vYw0bN5tRj2LmXc7aQeH4sD9fGp";

describe("QR code for print", () => {
  it("has a quiet zone of four modules", () => {
    const modules = qrModules(ADDRESS);
    const columns = modules.map((_, x) => modules.map((row) => row[x]));
    for (const lines of [modules, modules.toReversed(), columns, columns.toReversed()]) {
      assert.equal(
        lines.findIndex((line) => line.includes(true)),
        4,
      );
    }
  });

  it("still reads with a tenth of it covered by dirt", () => {
    const modules = qrModules(ADDRESS).map((row) => [...row]);
    const from = Math.floor(modules.length / 2);
    const patch = Math.floor(Math.sqrt(0.1) * (modules.length - 8));
    for (let y = from; y < from + patch; y += 1) modules[y]?.fill(true, from, from + patch);
    const rectangles = modules.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [{ x, y, width: 1, height: 1 }] : [])),
    );
    assert.equal(readRectangles(rectangles), ADDRESS);
  });

  it("reads from the SVG", () => {
    const svg = qrSvg(ADDRESS, "QR code");
    const [, side] = /viewBox="0 0 (\d+) \1"/.exec(svg) ?? [];
    assert.equal(Number(side), qrModules(ADDRESS).length);
    const [, path = ""] = /crispEdges" d="([^"]+)"/.exec(svg) ?? [];
    assert.equal(readRectangles(rectanglesOfPath(path)), ADDRESS);
  });

  it("reads from the PNG, which has at least 1000 pixels", () => {
    const { width, height, data } = PNG.sync.read(qrPng(ADDRESS));
    assert.ok(width >= 1000 && width === height);
    assert.equal(jsqr(new Uint8ClampedArray(data), width, height)?.data, ADDRESS);
  });

  it("names itself in the SVG, whatever the name is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (label) => {
        const [, title = ""] = /<title id="title">([^<]*)<\/title>/.exec(qrSvg("a", label)) ?? [];
        assert.doesNotMatch(title, /[<>]|&(?!(amp|lt|gt);)/);
      }),
      { examples: [["Bell & Sons <script>"], ["\u0000\ud800"]] },
    );
    assert.match(qrSvg("a", "Bell & Sons"), /<title id="title">Bell &amp; Sons<\/title>/);
  });
});
