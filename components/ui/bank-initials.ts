/** The first letters of the first two words, and which of `colours` the name always has. */
export function markOf(name: string, colours: number): { initials: string; colour: number } {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  const initials = words.slice(0, 2).map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0));
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return { initials: initials.join("").toUpperCase(), colour: hash % colours };
}
