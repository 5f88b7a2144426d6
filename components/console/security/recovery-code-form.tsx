"use client";

import type { ReactNode } from "react";
import { ActionForm } from "#components/ui/action-form.tsx";
import type { MerchantMessages } from "#lib/platform/i18n/messages/en.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { RecoveryCodeList } from "./recovery-code-list.tsx";

type Props = {
  action: FormAction<string[]>;
  words: MerchantMessages["security"]["recovery"];
  doneHref: string;
  news?: string;
  /** Rendered on the server. */
  children: ReactNode;
};

export function RecoveryCodeForm({ action, words, doneHref, news, children }: Props) {
  return (
    <ActionForm
      action={action}
      className="contents"
      done={(codes) => (
        <RecoveryCodeList
          codes={codes}
          words={words}
          doneHref={doneHref}
          {...(news !== undefined && { news })}
        />
      )}
    >
      {children}
    </ActionForm>
  );
}
