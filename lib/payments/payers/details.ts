import { z } from "zod";
import type { Seal } from "#lib/platform/crypto/seal.ts";

const detailsSchema = z.object({
  /** Told by the merchant. */
  email: z.string().optional(),
  /** The payer's own account, told by the merchant with an `sdk` key. */
  iban: z.string().optional(),
  name: z.string().optional(),
  /** The device that verified the payer. */
  deviceId: z.string().optional(),
});

/** What a session keeps of its payer, sealed. */
export type SessionDetails = z.infer<typeof detailsSchema>;

/** The context that binds sealed details to their session. */
export const sessionContext = (id: string) => `payer_sessions:${id}`;

/** Seals details for the session `id`; `null` when there are none. */
export function sealDetails(seal: Seal, id: string, details: SessionDetails): string | null {
  const isEmpty = Object.values(details).every((value) => value === undefined);
  return isEmpty ? null : seal.seal(JSON.stringify(details), sessionContext(id));
}

/** Opens what {@link sealDetails} made for the same session. */
export function openDetails(seal: Seal, id: string, sealed: string | null): SessionDetails {
  return sealed === null
    ? {}
    : detailsSchema.parse(JSON.parse(seal.open(sealed, sessionContext(id))));
}
