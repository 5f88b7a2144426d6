import { Secret, TOTP } from "otpauth";

// What every authenticator app understands; several ignore any other choice without telling.
const CODES = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const WINDOW = 1;

/** What an authenticator app needs: `uri` for its camera, `secret` (base32) for those who type. */
export type TotpSetUp = { secret: string; uri: string };

/** Makes a secret of 160 bits, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an authenticator app reads from a QR code; `issuer` and `label` are what it lists the codes under. */
export function totpUri(secret: string, issuer: string, label: string): string {
  return new TOTP({ ...CODES, issuer, label, secret }).toString();
}

/**
 * The time step whose code this is: the one of `at`, the one before or the one after, since clocks differ and typing
 * takes time; `undefined` for any other code.
 */
export function stepOfCode(code: string, secret: string, at: Date): number | undefined {
  const timestamp = at.getTime();
  const totp = { ...CODES, secret: Secret.fromBase32(secret), timestamp, window: WINDOW };
  const delta = TOTP.validate({ ...totp, token: code });
  return delta === null ? undefined : TOTP.counter({ period: CODES.period, timestamp }) + delta;
}

/** The code in a typed text, blanks left out; `undefined` if the text has not the shape of one. */
export function asTotpCode(typed: string): string | undefined {
  const code = typed.replaceAll(/\s/g, "");
  return /^\d{6}$/.test(code) ? code : undefined;
}
