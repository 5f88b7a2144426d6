import fc from "fast-check";
import { anyCharacter } from "./any-character.ts";

const part = fc.string({ unit: anyCharacter, maxLength: 8 }).map(encodeURIComponent);
const optional = (mark: string) =>
  fc.option(part).map((text) => (text === null ? "" : mark + text));

/** fast-check's own takes two seconds to start. */
export const webAddress = fc
  .tuple(
    fc.constantFrom("https", "http"),
    fc.domain(),
    fc.array(
      part.map((text) => `/${text}`),
      { maxLength: 4 },
    ),
    optional("?"),
    optional("#"),
  )
  .map(
    ([scheme, host, path, query, fragment]) =>
      `${scheme}://${host}${path.join("")}${query}${fragment}`,
  );
