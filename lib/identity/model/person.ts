import { invalidField } from "#lib/platform/failures/errors.ts";
import { emailKey, parseEmail } from "#lib/platform/values/email.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";

/** For users of an OpenID Connect provider. Never verifies. */
export const NO_PASSWORD = "none";

const MAX_NAME_LENGTH = 70;

export type NewUser = { email: string; name: string; passwordHash: string };

/**
 * Returns the stored form.
 * @throws AppError `invalid_request` (email)
 */
export function parseMailbox(text: string): string {
  const email = parseEmail(text);
  if (email === undefined) throw invalidField("email", "email_address");
  return emailKey(email);
}

/** @throws AppError `invalid_request` (name) */
export function parsePersonName(text: string): string {
  const name = text.trim();
  if (!isPrintable(name, MAX_NAME_LENGTH)) throw invalidField("name", "name_needed");
  return name;
}
