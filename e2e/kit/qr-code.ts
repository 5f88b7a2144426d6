import { expect, type Locator } from "playwright/test";

/** Two bits of the format information, ISO/IEC 18004 table 12. */
const LEVELS = ["M", "L", "H", "Q"] as const;
type Level = (typeof LEVELS)[number];
const FORMAT_MASK = 0b101_0100_0001_0010;
const FORMAT_BITS = 15;

async function readModules(code: Locator) {
  const rows = await code.evaluate((svg) => {
    const dark = svg.querySelector<SVGPathElement>("path:last-of-type");
    if (!(svg instanceof SVGSVGElement) || !dark) throw new Error("no code is drawn");
    const { width } = svg.viewBox.baseVal;
    const places = Array.from({ length: width }, (_, at) => at + 0.5);
    return places.map((y) => places.map((x) => dark.isPointInFill(new DOMPoint(x, y))));
  });
  const columns = rows.map((_, x) => rows.map((row) => row[x] === true));
  const isDark = (line: boolean[]) => line.includes(true);
  const quietZone = [rows, rows.toReversed(), columns, columns.toReversed()].map((lines) =>
    lines.findIndex(isDark),
  );
  const edge = quietZone[0] ?? 0;
  return { quietZone, version: (rows.length - 2 * edge - 17) / 4, level: levelOf(rows, edge) };
}

// Around the upper left finder, without the two timing patterns.
function levelOf(rows: boolean[][], edge: number) {
  const along = [0, 1, 2, 3, 4, 5, 7, 8];
  const places = [...along.map((x) => [x, 8]), ...[7, 5, 4, 3, 2, 1, 0].map((y) => [8, y])];
  const bits = places.map(([x = 0, y = 0]) => (rows[edge + y]?.[edge + x] ? 1 : 0));
  const format = Number.parseInt(bits.join(""), 2) ^ FORMAT_MASK;
  return LEVELS[format >> (FORMAT_BITS - 2)];
}

/** A quiet zone of four modules, at least 240 px wide on a desktop and a narrow phone. */
export async function expectScannable(
  code: Locator,
  { levels, highestVersion }: { levels: Level[]; highestVersion: number },
): Promise<void> {
  const page = code.page();
  const before = page.viewportSize();
  const { level, quietZone, version } = await readModules(code);
  expect(levels).toContain(level);
  expect(quietZone).toEqual([4, 4, 4, 4]);
  expect(Number.isInteger(version)).toBe(true);
  expect(version).toBeLessThanOrEqual(highestVersion);
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const box = await code.boundingBox();
    expect(box?.width, `at ${width} px`).toBeGreaterThanOrEqual(240);
    expect(box?.height, `at ${width} px`).toBeCloseTo(box?.width ?? 0, 0);
  }
  if (before) await page.setViewportSize(before);
}
