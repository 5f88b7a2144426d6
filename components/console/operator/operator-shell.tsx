import { Building2, Cog, KeyRound, Landmark, ScrollText, Siren, WalletCards } from "lucide";
import type { ReactNode } from "react";
import { NavigationList, type NavigationSection } from "#components/console/shell/navigation.tsx";
import { ShellFrame } from "#components/console/shell/shell-frame.tsx";
import { consolePath } from "#lib/console/paths/links.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

const SECTIONS = [
  { id: "accounts", path: "/operator", icon: Building2 },
  { id: "ibans", path: "/operator/ibans", icon: WalletCards },
  { id: "alerts", path: "/operator/alerts", icon: Siren },
  { id: "banks", path: "/operator/banks", icon: Landmark },
  { id: "keys", path: "/operator/keys", icon: KeyRound },
  { id: "jobs", path: "/operator/jobs", icon: Cog },
  { id: "audit", path: "/operator/audit", icon: ScrollText },
] as const satisfies NavigationSection[];

export type OperatorSection = (typeof SECTIONS)[number]["id"];

type Props = {
  text: MerchantText;
  section: OperatorSection;
  user: { name: string };
  signOut: (form: FormData) => Promise<void>;
  children: ReactNode;
};

/** Apart from the pages of accounts. */
export function OperatorShell({ text, section, user, signOut, children }: Props) {
  const words = text.messages.operator;
  return (
    <ShellFrame
      text={text}
      name={words.name}
      nameHref={consolePath("/operator", text.linkQuery)}
      navigation={
        <NavigationList
          label={words.navigation}
          sections={SECTIONS}
          names={words.pages}
          current={section}
          along={text.linkQuery}
        />
      }
      elsewhere={{ href: consolePath("/accounts", text.linkQuery), label: words.back }}
      user={user}
      isWide={false}
      signOut={signOut}
    >
      {children}
    </ShellFrame>
  );
}
