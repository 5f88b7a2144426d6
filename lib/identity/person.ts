import { emailKey, parseEmail } from "#lib/platform/email.ts";
import { AppError } from "#lib/platform/errors.ts";
import { isPrintable } from "#lib/platform/printable.ts";

const MAX_NAME_LENGTH = 70;

/** A person to be; `password` already hashed. */
export type NewUser = { email: string; name: string; passwordHash: string };

/** Reads an address to the form it is stored in. Throws `invalid_request` (email). */
export function parseMailbox(text: string): string {
  const email = parseEmail(text);
  if (email === undefined) throw wrong("email", "email_address");
  return emailKey(email);
}

/** Reads a person's name. Throws `invalid_request` (name). */
export function parsePersonName(text: string): string {
  const name = text.trim();
  if (!isPrintable(name, MAX_NAME_LENGTH)) throw wrong("name", "name_needed");
  return name;
}

/** A field of a person that is refused. */
export function wrong(path: string, message: string): AppError {
  return new AppError("invalid_request", { fields: [{ path, message }] });
}
