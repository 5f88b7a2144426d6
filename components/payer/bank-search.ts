/** The banks whose names contain every word, in any order; ignores case and accents. */
export function findBanks<B extends { name: string }>(banks: B[], search: string): B[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return banks.filter(({ name }) => words.every((word) => plain(name).includes(word)));
}

export function lastUsedFirst<B extends { id: string }>(
  banks: B[],
  lastBankId: string | undefined,
): B[] {
  const isLast = ({ id }: B) => id === lastBankId;
  return [...banks.filter(isLast), ...banks.filter((bank) => !isLast(bank))];
}

function plain(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
