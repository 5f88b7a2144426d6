"use client";

import { ActionForm } from "#components/ui/action-form.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { MailSent } from "./mail-sent.tsx";
import type { MailSentWords } from "./mail-sent-words.ts";

type Words = {
  title: string;
  lead: string;
  /** Of the address. */
  label: string;
  hint?: string;
  submit: string;
};

export function MailForm({ action, words }: { action: FormAction<MailSentWords>; words: Words }) {
  return (
    <ActionForm action={action} className="grid gap-6" done={(sent) => <MailSent words={sent} />}>
      <PageTitle lead={words.lead}>{words.title}</PageTitle>
      <FormField
        name="email"
        type="email"
        label={words.label}
        {...(words.hint && { hint: words.hint })}
        autoComplete="username"
        maxLength={254}
        required
      />
      <SubmitButton wide>{words.submit}</SubmitButton>
    </ActionForm>
  );
}
