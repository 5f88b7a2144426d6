/** Characters that fit a narrow phone in the largest size. */
const SHORT = 10;

/** A finished, localised amount. Long ones are smaller on a phone and in a column, never cut. */
export function Amount({ children }: { children: string }) {
  const size =
    children.length > SHORT ? "text-2xl font-bold sm:max-[900px]:text-amount" : "text-amount";
  return <p className={`wrap-anywhere tabular-nums ${size}`}>{children}</p>;
}
