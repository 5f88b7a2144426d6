/** So many characters fit a narrow phone in the largest size. */
const SHORT = 10;

/** The largest text of a payment page: a finished, localised amount. A long one is smaller on a phone, never cut. */
export function Amount({ children }: { children: string }) {
  const size = children.length > SHORT ? "text-2xl font-semibold sm:text-amount" : "text-amount";
  return <p className={`wrap-anywhere tabular-nums ${size}`}>{children}</p>;
}
