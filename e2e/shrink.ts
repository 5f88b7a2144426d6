import { crc32, deflateSync } from "node:zlib";
import { PNG } from "pngjs";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MOST_COLOURS = 256;

/** The same picture in at most 256 colours, which is a third of the bytes. The rarest become the nearest of the others. */
export function shrink(png: Buffer): Buffer {
  const { width, height, data } = PNG.sync.read(png);
  const pixels = Array.from({ length: width * height }, (_, at) => data.readUInt32BE(at * 4) >>> 8);
  const indices = paletteOf(pixels);
  const rows = Buffer.alloc(height * (width + 1));
  for (const [at, colour] of pixels.entries()) {
    // Each row begins with the number of its filter: none.
    rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = indices.of.get(colour) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits, indexed.
  header.set([8, 3], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(indices.palette.flatMap((colour) => channelsOf(colour)))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function paletteOf(pixels: number[]) {
  const counts = new Map<number, number>();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  // In one order, so that the same picture has the same bytes.
  const byUse = [...counts].toSorted(([a, uses], [b, others]) => others - uses || a - b);
  const palette = byUse.slice(0, MOST_COLOURS).map(([colour]) => colour);
  const of = new Map(palette.map((colour, index) => [colour, index]));
  for (const [colour] of byUse.slice(MOST_COLOURS)) of.set(colour, nearest(palette, colour));
  return { palette, of };
}

function nearest(palette: number[], colour: number): number {
  const distances = palette.map((other) => distance(channelsOf(other), channelsOf(colour)));
  return distances.indexOf(Math.min(...distances));
}

const distance = (one: number[], other: number[]) =>
  one.reduce((sum, channel, at) => sum + (channel - (other[at] ?? 0)) ** 2, 0);

const channelsOf = (colour: number) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
