import assert from "node:assert/strict";
import { describe, it } from "node:test";
import jsqr from "jsqr";
import { QRCodeSVG } from "qrcode.react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type Matrix, photograph } from "#lib/testing/qr-pictures.ts";
import { codeOf } from "./code-of.ts";

/** As long as the order info of these texts, of two or three bytes of amount and one for each letter. */
const linkOf = (origin: string, texts: number) => {
  const bytes = 64 + 7 + 3 + 1 + texts;
  const digits = [0, 3, 5, 8, 10, 13, 15][bytes % 7] ?? 0;
  return `${origin}/pay/${"1234567890".repeat(300).slice(0, 1 + Math.floor(bytes / 7) * 17 + digits)}`;
};

describe("the code of a pay link", () => {
  for (const [name, origin, texts, modules] of [
    ["a short order", "HTTPS://PAY.EXAMPLE.COM", 22, 41],
    ["20 letters each, and a host of 30", `HTTPS://${"A".repeat(22)}.EXAMPLE`, 40, 45],
    ["a local host with a port", "HTTP://LOCALHOST:3000", 40, 45],
    ["a UUID as externalId", "HTTPS://PAY.EXAMPLE.COM", 60, 49],
    ["the longest order", `HTTPS://${"A".repeat(22)}.EXAMPLE`, 792, 101],
  ] as const) {
    it(`${name}: ${modules} modules`, () => {
      const link = linkOf(origin, texts);
      const matrix = readMatrix(codeOf(link));
      assert.equal(matrix.length, modules);
      assert.equal(scan(matrix, { width: modules * 4 }), link);
    });
  }

  it("encodes every address without loss", () => {
    const digits = "1234567890".repeat(20);
    for (const before of [
      "HTTPS://PAY.EXAMPLE/",
      "HTTPS://PAY.EXAMPLE/pay2/",
      "HTTP://[::1]:3000/pay/",
      "HTTPS://PAY.EXAMPLE/9/bezahlen-ö/",
    ]) {
      const { value } = codeOf(before + digits);
      assert.equal([value].flat().join(""), before + digits);
    }
  });

  const matrix = readMatrix(codeOf(linkOf("HTTPS://PAY.SOME-SHOP.EXAMPLE", 40)));
  for (const width of [390, 200]) {
    for (const [name, flaws] of [
      ["sharp", {}],
      ["blurred", { blur: width / 200 }],
      ["turned by 20°", { turn: 20 }],
      ["tilted by 20°", { tilt: 20 }],
      ["at 60 % contrast", { contrast: 0.6 }],
      ["all of these", { blur: width / 300, turn: 20, tilt: 20, contrast: 0.6 }],
    ] as const) {
      it(`can be read from a picture of ${width} px, ${name}`, () => {
        assert.ok(scan(matrix, { width, ...flaws }));
      });
    }
  }
});

describe("the code of a transfer", () => {
  it("has level M, as EPC069-12 requires", () => {
    const content = "BCD\n002\n1\nSCT\n\nCorner Books/1\nNL91ABNA0417164300\nEUR12.50";
    assert.deepEqual(codeOf(content), { value: content, level: "M", boostLevel: false });
  });
});

/** From the drawn code, without its quiet zone. */
function readMatrix(code: ReturnType<typeof codeOf>): Matrix {
  const svg = renderToStaticMarkup(createElement(QRCodeSVG, code));
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const matrix: Matrix = Array.from({ length: size }, () => Array(size).fill(false));
  const path = svg.split('d="').at(-1) ?? "";
  for (const [, x = "", y = "", run = ""] of path.matchAll(/M(\d+)[ ,](\d+) ?h(\d+)/g)) {
    matrix[Number(y)]?.fill(true, Number(x), Number(x) + Number(run));
  }
  return matrix;
}

function scan(matrix: Matrix, flaws: Parameters<typeof photograph>[1]): string | undefined {
  const { data, width, height } = photograph(matrix, flaws);
  return jsqr(data, width, height, { inversionAttempts: "dontInvert" })?.data;
}
