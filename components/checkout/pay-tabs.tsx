import { checkoutPath } from "./links.ts";
import type { ScreenProps } from "./screen.ts";

type Props = ScreenProps & { current: "bank" | "transfer" };

/** Links, so that they work without scripts. */
export function PayTabs({ view, text, current }: Props) {
  if (view.ways.length < 2) return null;
  const { transfer: words } = text.messages;
  const ways = [
    { way: "bank", label: words.byBank, query: {} },
    { way: "transfer", label: words.byTransfer, query: { view: "transfer" } },
  ] as const;
  return (
    <nav aria-label={words.ways} className="-mt-2 border-line border-b">
      <ul className="flex flex-wrap gap-x-1 sm:gap-x-2">
        {ways.map(({ way, label, query }) => (
          <li key={way} className="grid flex-1 sm:flex-none">
            <a
              href={checkoutPath(view.reference, { ...query, ...text.linkQuery })}
              aria-current={way === current ? "page" : undefined}
              className="-mb-px inline-flex min-h-12 items-center justify-center border-transparent border-b-2 px-1 py-2 text-center font-medium text-sm text-balance sm:px-3 sm:text-base text-muted no-underline hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
