import { crc32, deflateRawSync } from "node:zlib";

/** `declared`: its size, where the archive lies. */
export type Zipped = {
  name: string;
  bytes: Uint8Array;
  declared?: number;
  isEncrypted?: boolean;
  isStored?: boolean;
  crc?: number;
};

/** As PKWARE's APPNOTE describes it, without anything optional. */
export function makeZip(files: Zipped[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const name = Buffer.from(file.name);
    const data = file.isStored ? Buffer.from(file.bytes) : deflateRawSync(file.bytes);
    const fields = fieldsOf(file, data.byteLength, name.byteLength);
    const local = Buffer.concat([signature(0x04034b50), fields, name, data]);
    const entry = [signature(0x02014b50), u16(20), fields, zeros(10), u32(offset), name];
    directory.push(Buffer.concat(entry));
    parts.push(local);
    offset += local.byteLength;
  }
  const central = Buffer.concat(directory);
  const count = [u16(files.length), u16(files.length)];
  const end = [
    signature(0x06054b50),
    zeros(4),
    ...count,
    u32(central.byteLength),
    u32(offset),
    u16(0),
  ];
  return Buffer.concat([...parts, central, ...end]);
}

/** From "version needed" to "length of extra field", which both headers have. */
function fieldsOf(file: Zipped, compressed: number, nameLength: number): Buffer {
  const flags = 0x0800 | (file.isEncrypted ? 1 : 0);
  return Buffer.concat([
    u16(20),
    u16(flags),
    u16(file.isStored ? 0 : 8),
    zeros(4),
    u32(file.crc ?? crc32(file.bytes)),
    u32(compressed),
    u32(file.declared ?? file.bytes.byteLength),
    u16(nameLength),
    u16(0),
  ]);
}

const zeros = (length: number) => Buffer.alloc(length);
const signature = (value: number) => u32(value);

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
