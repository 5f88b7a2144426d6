import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { lstat, mkdir, open, opendir, rename, unlink } from "node:fs/promises";
import { join, parse } from "node:path";

/** `version`: of the content, by size and time of change. Inodes differ between mounts of one file. */
export type WaitingFile = { folder: string; name: string; version: string; size: number };

export type Place = "done" | "refused";

export type Kept = { isMoved: true; as: string } | { isMoved: false };

const MAX_FILES = 1_000;

// File systems allow 255 bytes; a suffix may follow.
const MAX_NAME_BYTES = 200;

const UNFINISHED = /^\.|\.(?:tmp|part|partial|filepart|crdownload)$|~$/i;

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/** All sub-folders, by name; no links. */
export async function listFolders(root: string): Promise<string[]> {
  const isListed = (entry: Entry) => entry.isDirectory() && !entry.name.startsWith(".");
  return list(root, isListed, Number.POSITIVE_INFINITY);
}

/** Up to 1,000, by name. No folders, links, devices, and nothing that is still being uploaded. */
export async function listFiles(folder: string): Promise<WaitingFile[]> {
  const isListed = (entry: Entry) => entry.isFile() && !UNFINISHED.test(entry.name);
  const names = await list(folder, isListed, MAX_FILES);
  const files = await Promise.all(names.map((name) => look(folder, name)));
  return files.filter((file) => file !== undefined);
}

type Entry = { name: string; isDirectory(): boolean; isFile(): boolean };

async function list(
  folder: string,
  isListed: (entry: Entry) => boolean,
  limit: number,
): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of await opendir(folder)) {
    if (isListed(entry)) names.push(entry.name);
    if (names.length === limit) break;
  }
  return names.sort();
}

async function look(folder: string, name: string): Promise<WaitingFile | undefined> {
  const stats = await lstat(join(folder, name), { bigint: true }).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
  if (!stats?.isFile()) return undefined;
  return { folder, name, version: `${stats.size}:${stats.mtimeNs}`, size: Number(stats.size) };
}

async function isUnchanged({ folder, name, version }: WaitingFile): Promise<boolean> {
  return (await look(folder, name))?.version === version;
}

/** `undefined` if it changed or is gone. */
export async function readWhole(file: WaitingFile): Promise<Uint8Array | undefined> {
  // A pipe would block, a link could leave the folder.
  const flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
  const handle = await open(join(file.folder, file.name), flags).catch((error: unknown) => {
    if (["ENOENT", "ELOOP"].includes(codeOf(error))) return undefined;
    throw error;
  });
  if (!handle) return undefined;
  try {
    if (!(await handle.stat()).isFile()) return undefined;
    const bytes = Buffer.alloc(file.size + 1);
    let length = 0;
    while (length < bytes.byteLength) {
      const { bytesRead } = await handle.read(bytes, length, bytes.byteLength - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    if (length !== file.size || !(await isUnchanged(file))) return undefined;
    return bytes.subarray(0, length);
  } finally {
    await handle.close();
  }
}

/**
 * Overwrites nothing. Not moved if another process did so, or if the file was replaced after it was read.
 * @throws errors of the file system
 */
export async function keep(
  file: WaitingFile,
  place: Place,
  note: { now: Date; reason?: string },
): Promise<Kept> {
  if (!(await isUnchanged(file))) return { isMoved: false };
  const target = join(file.folder, place);
  await mkdir(target).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
  });
  if (!(await lstat(target)).isDirectory()) throw new Error(`${place} is not a folder`);
  const name = await reserve(target, file.name, note.now);
  try {
    if (note.reason !== undefined) await writeReason(join(target, reasonOf(name)), note.reason);
    await rename(join(file.folder, file.name), join(target, name));
  } catch (error) {
    await giveUp(target, name);
    if (codeOf(error) === "ENOENT") return { isMoved: false };
    throw error;
  }
  if (await isUnchanged({ ...file, folder: target, name })) return { isMoved: true, as: name };
  // Another file took the name after the last look: it goes back, unread.
  const back = await reserve(file.folder, file.name, note.now);
  await rename(join(target, name), join(file.folder, back));
  await unlink(join(target, reasonOf(name))).catch(() => undefined);
  return { isMoved: false };
}

async function giveUp(target: string, name: string): Promise<void> {
  // Over a network, a rename may have succeeded and its response got lost.
  if ((await look(target, name))?.size !== 0) return;
  await Promise.allSettled([name, reasonOf(name)].map((each) => unlink(join(target, each))));
}

async function writeReason(path: string, reason: string): Promise<void> {
  await unlink(path).catch(() => undefined);
  await write(path, reason);
}

const reasonOf = (name: string) => `${name}.reason.txt`;

/** An empty file holds the name until the real one replaces it, since a rename would overwrite silently. */
async function reserve(folder: string, wanted: string, now: Date): Promise<string> {
  const { name, ext } = shortened(wanted);
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const candidates = [
    `${name}${ext}`,
    `${name}-${stamp}${ext}`,
    `${name}-${stamp}-${randomBytes(4).toString("hex")}${ext}`,
  ];
  for (const candidate of candidates) {
    if (await write(join(folder, candidate), "")) return candidate;
  }
  throw new Error("no free name for a file");
}

/** False if something has this name. */
async function write(path: string, text: string): Promise<boolean> {
  const flags = O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW;
  const handle = await open(path, flags).catch((error: unknown) => {
    if (codeOf(error) === "EEXIST") return undefined;
    throw error;
  });
  if (!handle) return false;
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return true;
}

function shortened(wanted: string): { name: string; ext: string } {
  const { name, ext } = parse(wanted);
  if (Buffer.byteLength(wanted) <= MAX_NAME_BYTES) return { name, ext };
  const end = Buffer.byteLength(ext) <= 20 ? ext : "";
  let short = name;
  while (Buffer.byteLength(short) > MAX_NAME_BYTES - 20) short = [...short].slice(0, -1).join("");
  return { name: short, ext: end };
}
