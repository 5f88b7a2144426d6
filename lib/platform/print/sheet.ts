import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import type { Weight } from "./faces.ts";
import { type Direction, type Run, runsOf } from "./glyph-runs.ts";
import { linesOf } from "./lines.ts";
import { darkRuns, type Modules, qrModules } from "./qr-code.ts";

/** In points. All sizes of the A series have the same proportions. */
const PAGES = { a6: [297.64, 419.53], a4: [595.28, 841.89] } as const;

export const SHEET_SIZES = ["a6", "a4"] as const satisfies (keyof typeof PAGES)[];
export type SheetSize = (typeof SHEET_SIZES)[number];

/** Texts from top to bottom, in the reader's language. */
export type Sheet = {
  /** BCP 47. */
  language: string;
  direction: Direction;
  /** Such as that no real money moves. */
  notice: string | undefined;
  heading: string;
  detail: string | undefined;
  /** The largest text, such as an amount. */
  main: string;
  code: string;
  /** For people who don't see the code. */
  codeLabel: string;
  action: string;
  hint: string;
  address: string;
};

type Look = { size: number; weight: Weight; colour: string; most: number; above: number };

// In points on A6. Both greys have a contrast of more than 4.5 on paper.
const MARGIN = 22;
const LINE_HEIGHT = 1.25;
/** From the top of a line to its baseline, for faces of any script. */
const ASCENT = 0.95;
const CODE = { least: 110, most: 178, above: 6 };
const INK = "#111312";
const GREY = "#565c58";
const LOOKS = {
  notice: { size: 9, weight: 700, colour: "#8a4b00", most: 1, above: 0 },
  heading: { size: 18, weight: 700, colour: INK, most: 2, above: 2 },
  detail: { size: 11, weight: 400, colour: GREY, most: 3, above: 3 },
  main: { size: 27, weight: 700, colour: INK, most: 2, above: 8 },
  action: { size: 14, weight: 700, colour: INK, most: 2, above: 6 },
  hint: { size: 9, weight: 400, colour: GREY, most: 2, above: 2 },
  address: { size: 8, weight: 400, colour: GREY, most: 3, above: 8 },
} as const satisfies Record<string, Look>;

type Line = { runs: Run[]; width: number };
type Block = { name: keyof typeof LOOKS; look: Look; size: number; lines: Line[]; height: number };

/** PDF, with the letters it uses of each font. */
export async function printSheet(sheet: Sheet, size: SheetSize): Promise<Buffer> {
  const [width, height] = PAGES[size];
  const scale = width / PAGES.a6[0];
  const doc = new PDFDocument({
    size: [width, height],
    margin: 0,
    lang: sheet.language,
    displayTitle: true,
    tagged: true,
    pdfVersion: "1.7",
    info: { Title: sheet.heading, Creator: "Bankside", Producer: "Bankside" },
  });
  const painter = { doc, sheet, width, height, scale };
  const pdf = buffer(doc);
  paint(painter);
  doc.end();
  return pdf;
}

type Painter = {
  doc: PDFKit.PDFDocument;
  sheet: Sheet;
  width: number;
  height: number;
  scale: number;
};

function paint(painter: Painter): void {
  const { doc, sheet, height, scale } = painter;
  const block = (name: keyof typeof LOOKS) => blockOf(painter, name, sheet[name]);
  const before = [block("notice"), block("heading"), block("detail"), block("main")];
  const after = [block("action"), block("hint"), block("address")];
  const texts = [...before, ...after].reduce((sum, { height }) => sum + height, 0);
  const room = height - 2 * MARGIN * scale - texts - CODE.above * scale;
  const side = Math.min(CODE.most * scale, Math.max(CODE.least * scale, room));
  const page = doc.struct("Document");
  doc.addStructure(page);
  let y = MARGIN * scale + Math.max(0, room - side) / 2;
  for (const one of before) y = drawBlock(painter, page, one, y);
  y = drawCode(painter, page, { y: y + CODE.above * scale, side });
  for (const one of after) y = drawBlock(painter, page, one, y);
  page.end();
}

/** In the largest type that needs no break, down to 60 %, if `most` allows one line or two. */
function blockOf(painter: Painter, name: keyof typeof LOOKS, text: string | undefined): Block {
  const look: Look = LOOKS[name];
  const { width, scale } = painter;
  const room = width - 2 * MARGIN * scale;
  const size = look.size * scale;
  const widthOf = (line: string) => widthOfRuns(painter, line, look.weight, size).width;
  const shrunk =
    text && name === "main" ? size * Math.min(1, Math.max(0.6, room / widthOf(text))) : size;
  const fits = (line: string) => (widthOf(line) * shrunk) / size <= room;
  const lines = linesOf(text ?? "", { fits, most: look.most }).map((line) =>
    widthOfRuns(painter, line, look.weight, shrunk),
  );
  const height = lines.length === 0 ? 0 : look.above * scale + lines.length * shrunk * LINE_HEIGHT;
  return { name, look, size: shrunk, lines, height };
}

function widthOfRuns({ doc, sheet }: Painter, line: string, weight: Weight, size: number): Line {
  const runs = runsOf(line, sheet.direction, weight);
  const width = runs.reduce((sum, run) => sum + inFace(doc, run, size).width, 0);
  return { runs, width };
}

function inFace(doc: PDFKit.PDFDocument, { face, text }: Run, size: number) {
  doc.registerFont(face.name, face.data);
  doc.font(face.name, size);
  return { width: doc.widthOfString(text, WHOLE) };
}

/** Lays out a run as a whole: else its words would stay in their logical order. */
const WHOLE = { features: [] as PDFKit.Mixins.OpenTypeFeatures[] };

function drawBlock(
  painter: Painter,
  page: PDFKit.PDFStructureElement,
  { name, look, size, lines, height }: Block,
  top: number,
): number {
  const { doc, width, scale } = painter;
  if (lines.length === 0) return top;
  const draw = () => {
    lines.forEach(({ runs, width: wide }, at) => {
      const y = top + look.above * scale + at * size * LINE_HEIGHT + size * ASCENT;
      let x = (width - wide) / 2;
      for (const run of runs) {
        const { width: advance } = inFace(doc, run, size);
        doc
          .fillColor(look.colour)
          .text(run.text, x, y, { ...WHOLE, lineBreak: false, baseline: "alphabetic" });
        x += advance;
      }
    });
  };
  page.add(doc.struct(name === "heading" ? "H1" : "P", {}, draw));
  return top + height;
}

function drawCode(
  { doc, sheet, width }: Painter,
  page: PDFKit.PDFStructureElement,
  { y, side }: { y: number; side: number },
): number {
  const modules: Modules = qrModules(sheet.code);
  const unit = side / modules.length;
  const left = (width - side) / 2;
  const draw = () => {
    for (const run of darkRuns(modules)) {
      doc.rect(left + run.x * unit, y + run.y * unit, run.width * unit, unit);
    }
    doc.fill("#000000");
  };
  page.add(doc.struct("Figure", { alt: sheet.codeLabel }, draw));
  return y + side;
}
