"use client";

import type { ReactNode } from "react";
import { ActionForm } from "#components/ui/action-form.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { IntegrationMethod } from "#lib/merchants/model/integration-method.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";
import { type NewKey, NewKeyCard, type NewKeyWords } from "./new-key.tsx";

type Props = {
  action: FormAction<NewKey>;
  /** Absent for a key of a scope. */
  method?: IntegrationMethod;
  mode: Mode;
  /** Suggested. */
  name: string;
  words: { name: string; nameHint: string; submit: string; made: NewKeyWords };
  callsHref: string;
  doneHref: string;
  chosen: string;
  /** More fields. */
  children?: ReactNode;
};

export function CreateKey({ action, method, mode, name, words, children, ...shown }: Props) {
  return (
    <ActionForm
      action={action}
      done={(made) => <NewKeyCard made={made} words={words.made} {...shown} />}
    >
      {method && <input type="hidden" name="method" value={method} />}
      <input type="hidden" name="mode" value={mode} />
      <div className="max-w-md">
        <FormField
          name="name"
          label={words.name}
          hint={words.nameHint}
          autoComplete="off"
          defaultValue={name}
        />
      </div>
      {children}
      <div>
        <SubmitButton>{words.submit}</SubmitButton>
      </div>
    </ActionForm>
  );
}
