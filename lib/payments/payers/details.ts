import { z } from "zod";
import type { Seal } from "#lib/platform/crypto/seal.ts";

const detailsSchema = z.object({
  /** Sent by the merchant. */
  email: z.string().optional(),
  /** The payer's own account, sent with an `sdk` key. */
  iban: z.string().optional(),
  name: z.string().optional(),
  deviceId: z.string().optional(),
  /** What the payer entered for a bank, by its id. */
  atBanks: z
    .record(z.string(), z.object({ iban: z.string().optional(), id: z.string().optional() }))
    .optional(),
});

export type BankDetails = NonNullable<SessionDetails["atBanks"]>[string];

export type SessionDetails = z.infer<typeof detailsSchema>;

export const sessionContext = (id: string) => `payer_sessions:${id}`;

export function sealDetails(seal: Seal, id: string, details: SessionDetails): string | null {
  const isEmpty = Object.values(details).every((value) => value === undefined);
  return isEmpty ? null : seal.seal(JSON.stringify(details), sessionContext(id));
}

export function openDetails(seal: Seal, id: string, sealed: string | null): SessionDetails {
  return sealed === null
    ? {}
    : detailsSchema.parse(JSON.parse(seal.open(sealed, sessionContext(id))));
}
