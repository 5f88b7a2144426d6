/** Share of the column per character that fits amounts up to so many em wide. Literals, because styles come from class names. */
const FITS = [
  [4, "[--fit:24cqi]"],
  [5, "[--fit:19cqi]"],
  [6, "[--fit:16cqi]"],
  [8, "[--fit:12cqi]"],
  [10, "[--fit:9.5cqi]"],
  [13, "[--fit:7.4cqi]"],
  [Number.POSITIVE_INFINITY, "[--fit:5.5cqi]"],
] as const;

const WIDE = /[\p{L}\p{Nd}\p{Sc}]/u;

/** In em, of bold text. */
function widthOf(amount: string): number {
  return [...amount].reduce((width, sign) => width + (WIDE.test(sign) ? 0.66 : 0.33), 0);
}

/**
 * For a finished, localised amount on one line: in two lines it would be read as another amount. `--fit` is the largest size at
 * which it fits the nearest `@container`.
 */
export function moneyClass(amount: string): string {
  const fit = FITS.find(([most]) => widthOf(amount) <= most)?.[1];
  return `whitespace-nowrap tabular-nums ${fit}`;
}

/** Within text. */
export function Money({ children }: { children: string }) {
  return <span className={`text-[min(1em,var(--fit))] ${moneyClass(children)}`}>{children}</span>;
}

/** A message with an amount in it. */
export function WithMoney({ message, amount }: { message: string; amount: string }) {
  const [before = "", after] = message.split(amount, 2);
  if (after === undefined) return message;
  return (
    <>
      {before}
      <Money>{amount}</Money>
      {after}
    </>
  );
}
