import { AppError } from "#lib/platform/errors.ts";
import type { EstimateStrength } from "./strength/strength.ts";

const MIN_LENGTH = 12;
const MAX_LENGTH = 200;
// On the scale of zxcvbn from 0 to 4; 2 withstands some hundred million tries.
const MIN_SCORE = 2;
// More of a name or address tells nothing about a password.
const MAX_ABOUT_LENGTH = 254;

/** The form in which a password is compared: the same characters may be typed in more than one way. */
export function normalisePassword(text: string): string {
  return text.normalize("NFC");
}

/** What a new password is checked against: texts about its owner that it must not be made of, such as their name. */
type Check = { estimate: EstimateStrength; about: (string | undefined)[] };

/**
 * Reads a new password, to normal form. Throws `invalid_request` (`field`) when it has not 12 to 200 characters or is
 * easily guessed, also from what is known `about` its owner; `unavailable` while too many are checked.
 */
export async function parseNewPassword(
  text: string,
  { estimate, about }: Check,
  field = "password",
): Promise<string> {
  const password = normalisePassword(text);
  const length = [...password].length;
  if (length < MIN_LENGTH) throw wrong(field, "password_too_short");
  if (length > MAX_LENGTH) throw wrong(field, "password_too_long");
  const known = about.flatMap((each) => each?.slice(0, MAX_ABOUT_LENGTH) ?? []);
  if ((await estimate({ password, about: known })) < MIN_SCORE) {
    throw wrong(field, "password_guessable");
  }
  return password;
}

function wrong(path: string, message: string): AppError {
  return new AppError("invalid_request", { fields: [{ path, message }] });
}
