import {
  ChartColumn,
  CreditCard,
  type IconNode,
  KeyRound,
  Plug,
  Settings,
  Users,
  Webhook,
} from "lucide";
import { Icon } from "#components/ui/icon.tsx";
import { type Along, consolePath } from "#lib/console/paths/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

const SECTIONS = [
  { id: "overview", path: "", icon: ChartColumn },
  { id: "payments", path: "/payments", icon: CreditCard },
  { id: "installations", path: "/installations", icon: Plug },
  { id: "webhooks", path: "/webhooks", icon: Webhook },
  { id: "settings", path: "/settings", icon: Settings },
  { id: "team", path: "/team", icon: Users },
  { id: "profile", path: "/profile", icon: KeyRound },
] as const satisfies { id: string; path: "" | `/${string}`; icon: IconNode }[];

/** `accounts` is in no menu. */
export type ConsoleSection = (typeof SECTIONS)[number]["id"] | "accounts";

type Props = { text: MerchantText; section: ConsoleSection; along: Along };

export function Navigation({ text, section, along }: Props) {
  const words = text.messages.console;
  return (
    <NavigationList
      label={words.navigation}
      links={SECTIONS.map(({ id, path, icon }) => ({
        href: consolePath(path, along),
        label: words.pages[id],
        icon,
        isCurrent: id === section,
      }))}
    />
  );
}

export type NavigationLink = { href: string; label: string; icon: IconNode; isCurrent: boolean };

export function NavigationList({ label, links }: { label: string; links: NavigationLink[] }) {
  return (
    <nav aria-label={label}>
      <ul className="grid gap-1">
        {links.map((link) => (
          <li key={link.href}>
            <a
              href={link.href}
              aria-current={link.isCurrent ? "page" : undefined}
              className={`flex min-h-11 items-center gap-3 rounded-soft px-3 py-2 no-underline hover:bg-sunken ${link.isCurrent ? "bg-accent-tint font-semibold text-accent" : "text-ink"}`}
            >
              <Icon of={link.icon} />
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
