import { timingSafeEqual } from "node:crypto";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import { randomToken } from "#lib/platform/ids.ts";

const PURPOSE = "grant-state";
const NONCE_BYTES = 20;
const MAC_LENGTH = 32;
const FORM = /^(auth_[0-9a-z]{26})\.[\w-]{27}\.[0-9a-f]{32}$/;

/** Identifies the attempt, but does not reveal the return link. */
export function newGrantState(seal: Seal, attemptId: string): string {
  const text = `${attemptId}.${randomToken(NONCE_BYTES)}`;
  return `${text}.${macOf(seal.mac(text, PURPOSE))}`;
}

/** `undefined` if forged, or signed with a retired secret. */
export function readGrantState(seal: Seal, state: string): string | undefined {
  const text = state.slice(0, -MAC_LENGTH - 1);
  const attemptId = FORM.exec(state)?.[1];
  const isOurs = seal
    .macs(text, PURPOSE)
    .some((mac) => isSameState(state, `${text}.${macOf(mac)}`));
  return isOurs ? attemptId : undefined;
}

/** Constant time. */
export function isSameState(one: string, other: string): boolean {
  const [given, known] = [Buffer.from(one), Buffer.from(other)];
  return given.length === known.length && timingSafeEqual(given, known);
}

// 128 bits: some servers reject a long state.
const macOf = (mac: string) => mac.slice(0, MAC_LENGTH);
