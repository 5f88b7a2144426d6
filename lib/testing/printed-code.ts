import jsqr from "jsqr";

type Rectangle = { x: number; y: number; width: number; height: number };

const PIXELS = 600;
const EDGE = 30;

/** Draws black rectangles on white, and reads them as a camera app does. */
export function readRectangles(rectangles: Rectangle[]): string | undefined {
  const left = Math.min(...rectangles.map(({ x }) => x));
  const top = Math.min(...rectangles.map(({ y }) => y));
  const right = Math.max(...rectangles.map(({ x, width }) => x + width));
  const scale = PIXELS / (right - left);
  const side = PIXELS + 2 * EDGE;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  const pixel = (value: number) => EDGE + Math.round(value * scale);
  for (const { x, y, width, height } of rectangles) {
    for (let row = pixel(y - top); row < pixel(y - top + height); row += 1) {
      for (let at = pixel(x - left); at < pixel(x - left + width); at += 1) {
        data.fill(0, (row * side + at) * 4, (row * side + at) * 4 + 3);
      }
    }
  }
  return jsqr(data, side, side)?.data;
}

/** Of `M4 5h3v1h-3z…`. */
export function rectanglesOfPath(path: string): Rectangle[] {
  return [...path.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)h-\3z/g)].map(([, ...numbers]) => {
    const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number);
    return { x, y, width, height };
  });
}

/** Of the `re` operators in a page's drawing. */
export function rectanglesOfPdf(drawing: string): Rectangle[] {
  const numbers = /(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) re\b/g;
  return [...drawing.matchAll(numbers)].map(([, ...found]) => {
    const [x = 0, y = 0, width = 0, height = 0] = found.map(Number);
    return { x, y, width, height };
  });
}
