import type { ReactNode } from "react";
import { FormScope } from "#components/ui/form-scope.tsx";
import { SHOWN_ACCOUNT } from "#lib/console/model/shown-account.ts";
import { consolePath } from "#lib/console/paths/links.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { ModeBar } from "./mode-bar.tsx";
import { type ConsoleSection, Navigation } from "./navigation.tsx";
import { ShellFrame } from "./shell-frame.tsx";

type Props = {
  text: MerchantText;
  section: ConsoleSection;
  account: { id: string; name: string; isClosed: boolean };
  user: { name: string };
  isOperator: boolean;
  /** Absent on pages that cover both modes. */
  mode?: Mode | undefined;
  modeHrefs: Record<Mode, string>;
  /** For lists: uses the whole window. */
  isWide: boolean;
  signOut: (form: FormData) => Promise<void>;
  children: ReactNode;
};

export function ConsoleShell(props: Props) {
  const { text, section, account, mode, isOperator, children } = props;
  const along = { mode: mode === "live" ? "live" : undefined, ...text.linkQuery } as const;
  return (
    <ShellFrame
      text={text}
      name={account.name}
      nameHref={consolePath("/accounts", text.linkQuery)}
      top={mode && <ModeBar text={text} mode={mode} hrefs={props.modeHrefs} />}
      navigation={<Navigation text={text} section={section} along={along} />}
      elsewhere={
        isOperator
          ? {
              href: consolePath("/operator", text.linkQuery),
              label: text.messages.operator.open,
            }
          : undefined
      }
      user={props.user}
      isWide={props.isWide}
      signOut={props.signOut}
    >
      {account.isClosed && (
        <p className="font-medium text-negative">{text.messages.console.closed}</p>
      )}
      <FormScope fields={{ [SHOWN_ACCOUNT]: account.id }}>{children}</FormScope>
    </ShellFrame>
  );
}
