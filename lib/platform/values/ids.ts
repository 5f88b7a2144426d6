import { hash, randomBytes } from "node:crypto";
import { fromUUIDBytes, TypeID, typeidUnboxed } from "typeid-js";

/** TypeID: prefix, underscore, UUIDv7 in base32. */
export type IdPrefix =
  | "acct"
  | "payee"
  | "key"
  | "txn"
  | "auth"
  | "evt"
  | "whep"
  | "dlv"
  | "att"
  | "pmt"
  | "psn"
  | "code"
  | "pdev"
  | "mail"
  | "rcv"
  | "aud"
  | "usr"
  | "ses"
  | "inv"
  | "pky"
  | "alrt"
  | "trf"
  | "stmt"
  | "feed"
  | "flt"
  | "rfnd"
  | "rfil"
  | "rfnf"
  | "plink"
  | "ltr";

/** Ids of one prefix sort by creation time (millisecond). */
export function newId<P extends IdPrefix>(prefix: P): `${P}_${string}` {
  return typeidUnboxed(prefix) as `${P}_${string}`;
}

const TIME_BYTES = 6;

export function firstIdAt(prefix: IdPrefix, at: Date): string {
  const uuid = Buffer.alloc(16);
  uuid.writeUIntBE(at.getTime(), 0, TIME_BYTES);
  return fromUUIDBytes(prefix, uuid).toString();
}

export function newIdAfter(prefix: IdPrefix, last: string | undefined, at: Date): string {
  const uuid = randomBytes(16);
  uuid.writeUIntBE(at.getTime(), 0, TIME_BYTES);
  // Version 7, variant 2.
  uuid[6] = 0x70 | ((uuid[6] ?? 0) & 0x0f);
  uuid[8] = 0x80 | ((uuid[8] ?? 0) & 0x3f);
  const id = fromUUIDBytes(prefix, uuid).toString();
  return last === undefined || id > last ? id : next(prefix, last);
}

// RFC 9562, 6.2, method 2: by a random step.
function next(prefix: IdPrefix, last: string): string {
  const number = BigInt(`0x${Buffer.from(TypeID.fromString(last).toUUIDBytes()).toString("hex")}`);
  const step = BigInt(randomBytes(4).readUInt32BE() + 1);
  const uuid = Buffer.from((number + step).toString(16).padStart(32, "0"), "hex");
  return fromUUIDBytes(prefix, uuid).toString();
}

export function idPattern(prefix: IdPrefix): RegExp {
  return new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`);
}

export function readId(prefix: IdPrefix, value: unknown): string | undefined {
  return typeof value === "string" && idPattern(prefix).test(value) ? value : undefined;
}

/** In base64url. */
export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString("base64url");
}

/** SHA-256, hex. Stored in place of the secret. */
export function digest(secret: string): string {
  return hash("sha256", secret);
}
