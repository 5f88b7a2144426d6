import { PNG } from "pngjs";
import { qrModules } from "./qr-code.ts";

const MIN_PIXELS = 1200;
const GREYSCALE = 0;

/** Each module has the same whole number of pixels. */
export function qrPng(content: string): Buffer {
  const modules = qrModules(content);
  const scale = Math.ceil(MIN_PIXELS / modules.length);
  const side = modules.length * scale;
  const png = new PNG({ width: side, height: side });
  for (let at = 0; at < side * side; at += 1) {
    const row = modules[Math.floor(at / side / scale)];
    const isDark = row?.[Math.floor((at % side) / scale)] === true;
    png.data.fill(isDark ? 0 : 255, at * 4, at * 4 + 3);
    png.data[at * 4 + 3] = 255;
  }
  return PNG.sync.write(png, { colorType: GREYSCALE, inputColorType: 6 });
}
