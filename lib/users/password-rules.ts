import { AppError } from "#lib/errors.ts";

const MIN_LENGTH = 12;
const MAX_LENGTH = 200;
// On the scale of zxcvbn from 0 to 4; 2 withstands some hundred million tries.
const MIN_SCORE = 2;

/** The form in which a password is compared: the same characters may be typed in more than one way. */
export function normalisePassword(text: string): string {
  return text.normalize("NFC");
}

/** Something a person's password must not be made of: their name, address, company. */
type About = (string | undefined)[];

/**
 * Reads a new password, to normal form. Throws `invalid_request` (`field`) when it has not 12 to 200 characters or is
 * easily guessed, also from what is known `about` its owner.
 */
export async function parseNewPassword(
  text: string,
  about: About,
  field = "password",
): Promise<string> {
  const password = normalisePassword(text);
  const length = [...password].length;
  if (length < MIN_LENGTH) throw wrong(field, "password_too_short");
  if (length > MAX_LENGTH) throw wrong(field, "password_too_long");
  if ((await scoreOf(password, about)) < MIN_SCORE) throw wrong(field, "password_guessable");
  return password;
}

async function scoreOf(password: string, about: About): Promise<number> {
  estimator ??= loadEstimator();
  return (await estimator).check(password, ["bankside", ...about.flatMap(wordsOf)]).score;
}

/** A text, the pieces of an address or name in it, and what people make of them: `harbour-books`, `harbourbooks`. */
function wordsOf(text = ""): string[] {
  const whole = text.toLowerCase();
  const pieces = [whole, ...whole.split(/[\s@.]+/u)];
  const words = pieces.flatMap((piece) => {
    const parts = piece.split(/[^\p{L}\p{N}]+/u);
    return [piece, parts.join(""), ...parts];
  });
  return [...new Set(words)].filter((word) => word.length > 2);
}

let estimator: ReturnType<typeof loadEstimator> | undefined;

// Its lists of words take megabytes, which most processes never need.
async function loadEstimator() {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const { dictionary, adjacencyGraphs: graphs } = common;
  return new ZxcvbnFactory({ dictionary, graphs });
}

function wrong(path: string, message: string): AppError {
  return new AppError("invalid_request", { fields: [{ path, message }] });
}
