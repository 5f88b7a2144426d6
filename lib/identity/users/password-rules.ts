import { invalidField } from "#lib/platform/failures/errors.ts";
import type { EstimateStrength } from "./strength/strength.ts";

const MIN_LENGTH = 12;
const MAX_LENGTH = 200;
// zxcvbn scale 0 to 4. 2 withstands about 10^8 guesses.
const MIN_SCORE = 2;
const MAX_ABOUT_LENGTH = 254;

/** Equal characters may be typed in different ways. */
export function normalisePassword(text: string): string {
  return text.normalize("NFC");
}

type Check = { estimate: EstimateStrength; about: (string | undefined)[] };

/**
 * Returns the normal form of 12 to 200 characters.
 * @throws AppError `invalid_request` (`field`) also if it is easy to guess, `unavailable` while too many are checked
 */
export async function parseNewPassword(
  text: string,
  { estimate, about }: Check,
  field = "password",
): Promise<string> {
  const password = normalisePassword(text);
  const length = [...password].length;
  if (length < MIN_LENGTH) throw invalidField(field, "password_too_short");
  if (length > MAX_LENGTH) throw invalidField(field, "password_too_long");
  const known = about.flatMap((each) => each?.slice(0, MAX_ABOUT_LENGTH) ?? []);
  if ((await estimate({ password, about: known })) < MIN_SCORE) {
    throw invalidField(field, "password_guessable");
  }
  return password;
}
