import { distance } from "fastest-levenshtein";

type Findable = { name: string; bic?: string | undefined };

/** Fewer characters are more likely part of a name. */
const BIC_FROM = 4;

/**
 * The banks whose names contain every word, in any order, or whose BIC starts with the text; ignores case and accents. If there is
 * none, those whose words start with every word except for typing mistakes.
 */
export function findBanks<B extends Findable>(banks: B[], search: string): B[] {
  const words = wordsOf(search);
  const bic = words.join("");
  const found = banks.filter(
    (bank) =>
      words.every((word) => plain(bank.name).includes(word)) ||
      (bic.length >= BIC_FROM && bank.bic !== undefined && plain(bank.bic).startsWith(bic)),
  );
  if (found.length > 0) return found;
  return banks.filter(({ name }) => {
    const own = wordsOf(name);
    return words.every((word) => own.some((each) => startsAlike(each, word)));
  });
}

/** Letters that have no accent to remove. */
const LETTERS: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d" };

function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[ßæœøłđ]/g, (letter) => LETTERS[letter] ?? letter);
}

function wordsOf(text: string): string[] {
  return plain(text).split(/\s+/).filter(Boolean);
}

/** One mistake from four letters, two from seven. */
function startsAlike(word: string, typed: string): boolean {
  const allowed = typed.length < 4 ? 0 : typed.length < 7 ? 1 : 2;
  return [-1, 0, 1].some((more) => distance(word.slice(0, typed.length + more), typed) <= allowed);
}
