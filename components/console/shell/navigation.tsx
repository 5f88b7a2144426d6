import {
  ChartColumn,
  CreditCard,
  KeyRound,
  type LucideIcon,
  Plug,
  Settings,
  Users,
  Webhook,
} from "lucide-react";
import { Icon } from "#components/ui/icon.tsx";
import { type Along, consolePath } from "#lib/console/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

const SECTIONS = [
  { id: "overview", path: "", icon: ChartColumn },
  { id: "payments", path: "/payments", icon: CreditCard },
  { id: "installations", path: "/installations", icon: Plug },
  { id: "webhooks", path: "/webhooks", icon: Webhook },
  { id: "settings", path: "/settings", icon: Settings },
  { id: "team", path: "/team", icon: Users },
  { id: "profile", path: "/profile", icon: KeyRound },
] as const satisfies { id: string; path: "" | `/${string}`; icon: LucideIcon }[];

/** `accounts` is in no menu. */
export type ConsoleSection = (typeof SECTIONS)[number]["id"] | "accounts";

type Props = { text: MerchantText; section: ConsoleSection; along: Along };

export function Navigation({ text, section, along }: Props) {
  const words = text.messages.console;
  return (
    <nav aria-label={words.navigation}>
      <ul className="grid gap-1">
        {SECTIONS.map(({ id, path, icon }) => (
          <li key={id}>
            <a
              href={consolePath(path, along)}
              aria-current={id === section ? "page" : undefined}
              className={`flex min-h-11 items-center gap-3 rounded-soft px-3 py-2 no-underline hover:bg-sunken ${id === section ? "bg-accent-tint font-semibold text-accent" : "text-ink"}`}
            >
              <Icon of={icon} />
              {words.pages[id]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
