import { TriangleAlert } from "lucide";
import { Icon } from "#components/ui/icon.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { WithIcon } from "#components/ui/with-icon.tsx";
import { MODES, type Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = { text: MerchantText; mode: Mode; hrefs: Record<Mode, string> };

/** Names the mode, with a switch to the other one. */
export function ModeBar({ text, mode, hrefs }: Props) {
  const words = text.messages.console;
  const isTest = mode === "test";
  return (
    <aside
      aria-labelledby="mode"
      className={`flex min-h-9 items-center justify-between gap-3 border-b px-4 py-0.5 text-sm pointer-coarse:min-h-13 ${isTest ? "border-warning-line bg-warning-tint text-warning" : "border-line bg-sunken text-ink"}`}
    >
      <p id="mode" className="font-medium">
        {isTest ? (
          <WithIcon icon={<Icon of={TriangleAlert} size={16} />}>{words.testLine}</WithIcon>
        ) : (
          words.mode.liveLine
        )}
      </p>
      <nav
        aria-label={words.mode.label}
        className="flex shrink-0 rounded-full border border-edge bg-card p-0.5"
      >
        {MODES.map((one) => (
          <PageLink
            key={one}
            href={hrefs[one]}
            aria-label={words.mode[one]}
            aria-current={one === mode ? "true" : undefined}
            className={`inline-flex min-h-6 items-center rounded-full px-3 no-underline pointer-coarse:min-h-10 ${one === mode ? "bg-ink font-semibold text-paper" : "text-ink hover:bg-sunken"}`}
          >
            {words.mode.short[one]}
          </PageLink>
        ))}
      </nav>
    </aside>
  );
}
