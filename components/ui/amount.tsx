import { moneyClass } from "./money.tsx";

/** The page's largest text: a finished, localised amount. */
export function Amount({ children }: { children: string }) {
  return <p className={amountClass(children)}>{children}</p>;
}

export function amountClass(amount: string): string {
  return `font-bold text-[min(2.5rem,var(--fit))] leading-[1.1] tracking-[-0.02em] ${moneyClass(amount)}`;
}
