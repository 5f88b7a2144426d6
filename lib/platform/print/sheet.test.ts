import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { LANGUAGES } from "#lib/platform/i18n/locale.ts";
import { messageLeaves } from "#lib/testing/message-leaves.ts";
import { readRectangles, rectanglesOfPdf } from "#lib/testing/printed-code.ts";
import { faceOf } from "./faces.ts";
import { type Direction, runsOf } from "./glyph-runs.ts";
import { linesOf } from "./lines.ts";
import { printSheet, SHEET_SIZES, type Sheet } from "./sheet.ts";

const SHEET: Sheet = {
  language: "de",
  direction: "ltr",
  notice: "Testmodus",
  heading: "Bäckerei Łukasz & Töchter",
  detail: "Frühstück für zwei",
  main: "12,50 €",
  code: "https://pay.shop.example/l/q8Zk3vYw0bN5tRj2LmXc7aQeH4sD9fGp",
  codeLabel: "QR-Code für Zahlungen an Bäckerei Łukasz",
  action: "Direkt vom Bankkonto bezahlen",
  hint: "Richten Sie die Kamera Ihres Smartphones auf den Code.",
  address: "pay.shop.example/l/q8Zk3vYw0bN5tRj2LmXc7aQeH4sD9fGp",
};

/** What the pages draw. */
function drawingOf(pdf: Buffer): string {
  const raw = pdf.toString("latin1");
  return [...raw.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)]
    .map(([, body = ""]) => {
      try {
        return inflateSync(Buffer.from(body, "latin1")).toString("latin1");
      } catch {
        return "";
      }
    })
    .join("\n");
}

describe("printed sheet", () => {
  for (const size of SHEET_SIZES) {
    it(`has one page of ${size} with a code of vectors that reads`, async () => {
      const pdf = await printSheet(SHEET, size);
      const raw = pdf.toString("latin1");
      assert.equal(raw.match(/\/Type \/Page\b/g)?.length, 1);
      assert.match(raw, size === "a4" ? /\[0 0 595\.28 841\.89\]/ : /\[0 0 297\.64 419\.53\]/);
      const code = rectanglesOfPdf(drawingOf(pdf));
      assert.equal(readRectangles(code), SHEET.code);
      const side =
        code.reduce((most, { x, width }) => Math.max(most, x + width), 0) -
        Math.min(...code.map(({ x }) => x));
      // 30 mm of modules at least.
      assert.ok(side > (size === "a4" ? 170 : 85), `${side} points`);
    });
  }

  it("keeps all texts on the page, however long they are", async () => {
    const long = "Ein sehr langer Name ".repeat(8).trim();
    const sheet = {
      ...SHEET,
      heading: long,
      detail: long,
      main: "€999,999,999.99",
      action: long,
      hint: long,
      address: "x".repeat(180),
    };
    const drawing = drawingOf(await printSheet(sheet, "a6"));
    assert.equal(readRectangles(rectanglesOfPdf(drawing)), SHEET.code);
    const places = [...drawing.matchAll(/1 0 0 1 (-?[\d.]+) (-?[\d.]+) Tm/g)].map(
      ([, x, y]) => [Number(x), Number(y)] as const,
    );
    assert.ok(places.length > 8);
    for (const [x, y] of places) assert.ok(x > 10 && x < 290 && y > 5 && y < 410, `${x}, ${y}`);
  });

  it("embeds only parts of its fonts", async () => {
    const pdf = await printSheet(SHEET, "a4");
    assert.match(pdf.toString("latin1"), /\/FontFile2 /);
    assert.ok(pdf.length < 60_000, `${pdf.length} bytes`);
  });

  it("is drawn for any text", async () => {
    const text = fc.string({ unit: "binary", maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        fc.constantFrom("ltr", "rtl"),
        async (heading, detail, direction: Direction) => {
          const pdf = await printSheet({ ...SHEET, heading, detail, direction }, "a6");
          assert.equal(pdf.toString("latin1", 0, 5), "%PDF-");
        },
      ),
      { numRuns: 5 },
    );
  });
});

describe("faces", () => {
  for (const [locale, { messages, tag }] of Object.entries(LANGUAGES)) {
    it(`have every letter that ${locale} uses`, () => {
      const amount = new Intl.NumberFormat(tag, { style: "currency", currency: "EUR" }).format(
        -1234.5,
      );
      const texts = [...messageLeaves(messages).map(([, message]) => message), amount];
      const letters = new Set(texts.join("").replace(/[\p{C}\p{Z}]/gu, ""));
      for (const weight of [400, 700] as const) {
        const missing = [...letters].filter(
          (letter) => !faceOf(letter.codePointAt(0) ?? 0, weight),
        );
        assert.deepEqual(missing, []);
      }
    });
  }
});

describe("runs", () => {
  const shown = (line: string, direction: Direction) =>
    runsOf(line, direction, 400).map(({ text, isRightToLeft }) => [text, isRightToLeft]);

  it("stand from left to right, as the eye meets them", () => {
    assert.deepEqual(shown("12,50 €", "ltr"), [["12,50 €", false]]);
    const arabic = "ادفع 12.50 الآن";
    assert.deepEqual(
      shown(arabic, "rtl")
        .map(([text]) => String(text).trim())
        .filter(Boolean),
      ["الآن", "12.50", "ادفع"],
    );
    assert.deepEqual(shown(`${arabic} Bell`, "rtl").at(0), ["Bell", false]);
  });

  it("leave out what no font has", () => {
    assert.deepEqual(
      shown("Café ☕️ 東京", "ltr")
        .map(([text]) => text)
        .join("")
        .trim(),
      "Café",
    );
  });
});

describe("lines", () => {
  const fits = (line: string) => line.length <= 10;

  it("break between words, and inside those that are longer", () => {
    assert.deepEqual(linesOf("one two three", { fits, most: 3 }), ["one two", "three"]);
    assert.deepEqual(linesOf("abcdefghijklmno", { fits, most: 3 }), ["abcdefghij", "klmno"]);
  });

  it("end with an ellipsis if there is more", () => {
    assert.deepEqual(linesOf("one two three four", { fits, most: 1 }), ["one two…"]);
  });

  it("keep every letter if there are enough of them, and fit", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 50 }), (text) => {
        const lines = linesOf(text, { fits, most: 100 });
        assert.equal(lines.join("").replace(/\s/g, ""), text.replace(/\s/g, ""));
      }),
    );
  });
});
