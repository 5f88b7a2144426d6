import {
  ChartColumn,
  CreditCard,
  type IconNode,
  KeyRound,
  Link,
  Plug,
  Settings,
  Undo2,
  Users,
  Webhook,
} from "lucide";
import { Icon } from "#components/ui/icon.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { type Along, consolePath } from "#lib/console/paths/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

const SECTIONS = [
  { id: "overview", path: "", icon: ChartColumn },
  { id: "payments", path: "/payments", icon: CreditCard },
  { id: "links", path: "/links", icon: Link },
  { id: "refunds", path: "/refunds", icon: Undo2 },
  { id: "installations", path: "/installations", icon: Plug },
  { id: "webhooks", path: "/webhooks", icon: Webhook },
  { id: "settings", path: "/settings", icon: Settings },
  { id: "team", path: "/team", icon: Users },
  { id: "profile", path: "/profile", icon: KeyRound },
] as const satisfies NavigationSection[];

/** `accounts` is in no menu. */
export type ConsoleSection = (typeof SECTIONS)[number]["id"] | "accounts";

type Props = { text: MerchantText; section: ConsoleSection; along: Along };

export function Navigation({ text, section, along }: Props) {
  const { navigation, pages } = text.messages.console;
  return (
    <NavigationList
      label={navigation}
      sections={SECTIONS}
      names={pages}
      current={section}
      along={along}
    />
  );
}

export type NavigationSection<Id extends string = string> = {
  id: Id;
  path: "" | `/${string}`;
  icon: IconNode;
};

type ListProps<Id extends string> = {
  label: string;
  sections: readonly NavigationSection<Id>[];
  names: Record<Id, string>;
  current: string;
  along: Along;
};

export function NavigationList<Id extends string>({
  label,
  sections,
  names,
  current,
  along,
}: ListProps<Id>) {
  return (
    <nav aria-label={label}>
      <ul className="grid gap-1">
        {sections.map(({ id, path, icon }) => (
          <li key={id}>
            <PageLink
              href={consolePath(path, along)}
              aria-current={id === current ? "page" : undefined}
              className={`flex min-h-11 items-center gap-3 rounded-soft px-3 py-2 no-underline hover:bg-sunken ${id === current ? "bg-accent-tint font-semibold text-accent" : "text-ink"}`}
            >
              <Icon of={icon} />
              {names[id]}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
