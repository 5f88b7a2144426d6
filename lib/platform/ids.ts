import { createHash, randomBytes } from "node:crypto";
import { typeidUnboxed } from "typeid-js";

/** Prefixes of the public ids (TypeID specification: prefix, underscore, UUIDv7 in base32). */
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
  | "aud"
  | "usr"
  | "ses"
  | "inv"
  | "pky"
  | "alrt"
  | "trf"
  | "stmt";

/** Makes a new id such as `txn_01k…`; ids of one prefix sort by creation time (millisecond). */
export function newId<P extends IdPrefix>(prefix: P): `${P}_${string}` {
  return typeidUnboxed(prefix) as `${P}_${string}`;
}

/** The form of our ids of one kind. */
export function idPattern(prefix: IdPrefix): RegExp {
  return new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`);
}

/** `value` if it has the form of an id. */
export function readId(prefix: IdPrefix, value: unknown): string | undefined {
  return typeof value === "string" && idPattern(prefix).test(value) ? value : undefined;
}

/** Makes a random capability of `bytes` × 8 bits in base64url. */
export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString("base64url");
}

/** SHA-256 of a secret, hex: what is stored in place of the secret itself. */
export function digest(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
