import { Secret, TOTP } from "otpauth";

// Several apps silently ignore other settings.
const CODES = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const WINDOW = 1;

export const totpContext = (userId: string) => `users.totp:${userId}`;

export type TotpSetUp = { secret: string; uri: string };

/** 160 bits in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export function totpUri(secret: string, issuer: string, label: string): string {
  return new TOTP({ ...CODES, issuer, label, secret }).toString();
}

/** Also the step before and after: clocks differ, and typing takes time. */
export function stepOfCode(code: string, secret: string, at: Date): number | undefined {
  const timestamp = at.getTime();
  const totp = { ...CODES, secret: Secret.fromBase32(secret), timestamp, window: WINDOW };
  const delta = TOTP.validate({ ...totp, token: code });
  return delta === null ? undefined : TOTP.counter({ period: CODES.period, timestamp }) + delta;
}

export function asTotpCode(typed: string): string | undefined {
  const code = typed.replaceAll(/\s/g, "");
  return /^\d{6}$/.test(code) ? code : undefined;
}
