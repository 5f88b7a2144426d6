import type { ReactNode } from "react";
import { TopLine } from "#components/ui/banner.tsx";
import { FormScope } from "#components/ui/form-scope.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { SHOWN_ACCOUNT } from "#lib/console/model/shown-account.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = {
  text: MerchantText;
  account: { id: string; name: string };
  mode: Mode;
  closeHref: string;
  children: ReactNode;
};

/** The whole screen, for customers to see. */
export function TillFrame({ text, account, mode, closeHref, children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      {mode === "test" && <TopLine>{text.messages.console.testLine}</TopLine>}
      <header className="flex items-center justify-between gap-4 border-line border-b px-4 py-1">
        <p className="min-w-0 truncate font-semibold">{account.name}</p>
        <PageLink className="link inline-flex min-h-11 items-center px-1" href={closeHref}>
          {text.messages.paymentLinks.till.close}
        </PageLink>
      </header>
      <main id="page" tabIndex={-1} className="grid flex-1 content-center p-4">
        <FormScope fields={{ [SHOWN_ACCOUNT]: account.id }}>{children}</FormScope>
      </main>
    </div>
  );
}
