import { z } from "zod";
import { FeedFailure } from "#lib/payments/feeds/port.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";

// Headers and addresses carry them.
const printable = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,500}$/);

/** A client id, or a code. */
export function readPrintable(text: string): string | undefined {
  return printable.safeParse(text).data;
}

/** Grows with the steps of the consent. */
export const revolutCredentials = z.strictObject({
  privateKey: z.string(),
  certificate: z.string(),
  redirectUri: z.url(),
  clientId: printable.optional(),
  refreshToken: printable.optional(),
});

export type RevolutCredentials = z.output<typeof revolutCredentials>;

/** @throws FeedFailure `denied`: sealed by another version */
export function readCredentials(text: string): RevolutCredentials {
  const { data } = revolutCredentials.safeParse(JSON.parse(text));
  if (!data) throw new FeedFailure("denied", "the stored credentials can't be used");
  return data;
}

const PAGES: Record<Mode, string> = {
  live: "https://business.revolut.com/app-confirm",
  test: "https://sandbox-business.revolut.com/app-confirm",
};

/** What the owner needs at Revolut. `url`: once the client id is known. */
export type Consent = { certificate: string; redirectUri: string; url: string | undefined };

export function consentFor(mode: Mode, credentials: RevolutCredentials): Consent {
  const { certificate, redirectUri, clientId } = credentials;
  if (clientId === undefined) return { certificate, redirectUri, url: undefined };
  const url = new URL(PAGES[mode]);
  url.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    // May neither pay nor change anything.
    scope: "READ",
  }).toString();
  return { certificate, redirectUri, url: url.href };
}
