import type { ReactNode } from "react";
import { ConsoleShell } from "#components/console/shell/console-shell.tsx";
import type { ConsoleSection } from "#components/console/shell/navigation.tsx";
import { consolePath } from "#lib/console/links.ts";
import type { Visit } from "#lib/next/console-visit.ts";
import { merchantText } from "#lib/next/text.ts";
import type { Mode } from "#lib/platform/mode.ts";
import { signOutAction } from "./actions.ts";

type Props = {
  visit: Visit;
  section: ConsoleSection;
  /** Path below /console. */
  path: "" | `/${string}`;
  /** Absent on pages that cover both modes, or one item of one mode. */
  mode?: Mode;
  children: ReactNode;
};

export async function ConsolePage({ visit, section, path, mode, children }: Props) {
  const text = await merchantText();
  const other = mode === "test" ? "live" : undefined;
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
      mode={mode}
      otherModeHref={mode && consolePath(path, { mode: other, ...text.linkQuery })}
      signOut={signOutAction}
    >
      {children}
    </ConsoleShell>
  );
}
