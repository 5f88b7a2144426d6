import { hash, randomBytes } from "node:crypto";
import { typeidUnboxed } from "typeid-js";

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
  | "flt";

/** Ids of one prefix sort by creation time (millisecond). */
export function newId<P extends IdPrefix>(prefix: P): `${P}_${string}` {
  return typeidUnboxed(prefix) as `${P}_${string}`;
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
