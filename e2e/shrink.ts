import { crc32, deflateSync } from "node:zlib";
import { PNG } from "pngjs";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MOST_COLOURS = 256;

/** The same picture in at most 256 colours, which is a third of the bytes. Where there are more, alike ones become one. */
export function shrink(png: Buffer): Buffer {
  const { width, height, data } = PNG.sync.read(png);
  const pixels = Array.from({ length: width * height }, (_, at) => data.readUInt32BE(at * 4) >>> 8);
  let [step, shown] = [1, pixels];
  let colours = new Set(shown);
  while (colours.size > MOST_COLOURS) {
    step *= 2;
    shown = pixels.map((pixel) => alike(pixel, step));
    colours = new Set(shown);
  }
  // In one order, so that the same picture has the same bytes.
  const palette = [...colours].toSorted((a, b) => a - b);
  const indices = new Map(palette.map((colour, index) => [colour, index]));
  const rows = Buffer.alloc(height * (width + 1));
  for (const [at, colour] of shown.entries()) {
    // Each row begins with the number of its filter: none.
    rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = indices.get(colour) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits, indexed.
  header.set([8, 3], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap((colour) => channelsOf(colour)))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const channelsOf = (colour: number) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];

// White and black stay what they are.
function alike(colour: number, step: number): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) =>
    Math.min(255, Math.round(channel / step) * step),
  );
  return (red << 16) | (green << 8) | blue;
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
