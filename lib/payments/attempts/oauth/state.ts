import { timingSafeEqual } from "node:crypto";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import { randomToken } from "#lib/platform/ids.ts";

const PURPOSE = "grant-state";
const NONCE_BYTES = 20;
const MAC_LENGTH = 32;
const FORM = /^(auth_[0-9a-z]{26})\.[\w-]{27}\.[0-9a-f]{32}$/;

/**
 * Makes the `state` one answer of a bank's OAuth2 server comes back with: it names the try, and says nothing of where its
 * payer comes back to.
 */
export function newGrantState(seal: Seal, attemptId: string): string {
  const text = `${attemptId}.${randomToken(NONCE_BYTES)}`;
  return `${text}.${macOf(seal.mac(text, PURPOSE))}`;
}

/** The try a `state` was made for; `undefined` for one not made here, or with a secret that is retired. */
export function readGrantState(seal: Seal, state: string): string | undefined {
  const text = state.slice(0, -MAC_LENGTH - 1);
  const attemptId = FORM.exec(state)?.[1];
  const isOurs = seal
    .macs(text, PURPOSE)
    .some((mac) => isSameState(state, `${text}.${macOf(mac)}`));
  return isOurs ? attemptId : undefined;
}

/** Compares two states in a time that tells nothing of where they differ. */
export function isSameState(one: string, other: string): boolean {
  const [given, known] = [Buffer.from(one), Buffer.from(other)];
  return given.length === known.length && timingSafeEqual(given, known);
}

// 128 bits: some servers take no long state.
const macOf = (mac: string) => mac.slice(0, MAC_LENGTH);
