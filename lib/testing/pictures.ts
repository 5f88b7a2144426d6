import { PNG } from "pngjs";

/** One colour; sides in pixels. */
export function makePng(width: number, height = width): Uint8Array {
  const png = new PNG({ width, height });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([0x4b, 0x2a, 0x8c, 0xff], at);
  return PNG.sync.write(png);
}

/** Only the header. */
export function makeJpeg(width: number, height = width): Uint8Array {
  const bytes = Buffer.from("ffd8ffe000104a46494600010100000100010000ffc0001108", "hex");
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  const components = Buffer.from("03012200021101031101ffd9", "hex");
  return Buffer.concat([bytes, size, components, Buffer.alloc(32)]);
}

/** Only the header. */
export function makeWebp(width: number, height = width): Uint8Array {
  const bytes = Buffer.alloc(40);
  bytes.write("RIFF", 0, "latin1");
  bytes.writeUInt32LE(32, 4);
  bytes.write("WEBPVP8X", 8, "latin1");
  bytes.writeUInt32LE(10, 16);
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  return bytes;
}
