/** The largest text of a payment page: a finished, localised amount. */
export function Amount({ children }: { children: string }) {
  return <p className="break-words text-amount tabular-nums">{children}</p>;
}
