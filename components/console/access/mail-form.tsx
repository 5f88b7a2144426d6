"use client";

import type { ReactNode } from "react";
import { ActionForm } from "#components/ui/action-form.tsx";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { MailSent } from "./mail-sent.tsx";
import type { MailSentWords } from "./mail-sent-words.ts";

type Props = { action: FormAction<MailSentWords>; children: ReactNode };

export function MailForm({ action, children }: Props) {
  return (
    <ActionForm action={action} className="grid gap-6" done={(words) => <MailSent words={words} />}>
      {children}
    </ActionForm>
  );
}
