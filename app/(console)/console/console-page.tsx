import type { ReactNode } from "react";
import { ConsoleShell } from "#components/console/shell/console-shell.tsx";
import type { ConsoleSection } from "#components/console/shell/navigation.tsx";
import type { GuidePage } from "#lib/console/onboarding/steps.ts";
import { consolePath } from "#lib/console/paths/links.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";
import { merchantText } from "#lib/next/request/text.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { signOutAction } from "./actions.ts";
import { SetupGuide } from "./onboarding.tsx";

type Props = {
  visit: Visit;
  section: ConsoleSection;
  /** Path below /console to show in the other mode: of an item's page, its list. */
  path: "" | `/${string}`;
  /** Absent on pages that cover both modes. */
  mode?: Mode;
  /** For lists: uses the whole window. */
  isWide?: boolean;
  /** Of the setup guide. */
  guide?: GuidePage;
  children: ReactNode;
};

export async function ConsolePage(props: Props) {
  const { visit, section, path, mode, isWide = false, guide, children } = props;
  const text = await merchantText();
  return (
    <ConsoleShell
      text={text}
      section={section}
      account={{
        id: visit.account.id,
        name: visit.account.name,
        isClosed: visit.account.closedAt !== null,
      }}
      user={visit.user}
      isOperator={visit.session.isOperator}
      mode={mode}
      modeHrefs={{
        test: consolePath(path, text.linkQuery),
        live: consolePath(path, { mode: "live", ...text.linkQuery }),
      }}
      isWide={isWide}
      signOut={signOutAction}
    >
      {guide && mode !== "live" && <SetupGuide visit={visit} page={guide} />}
      {children}
    </ConsoleShell>
  );
}
