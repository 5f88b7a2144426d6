"use client";

import type { ReactNode } from "react";
import { ActionForm, FormNotice } from "#components/ui/action-form.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { useFormAction } from "#components/ui/use-form-action.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";

/** Only the response that creates the secret contains it. */
export type CreatedSecret = { id: string; secret: string; mark: string };

export type SecretWords = {
  title: string;
  lead: string;
  place: string;
  saved: string;
  go: string;
};

type Props = {
  action: FormAction<CreatedSecret>;
  acknowledge: FormAction;
  words: SecretWords;
  children: ReactNode;
};

/** Shows the secret once. The member must confirm that it is saved. */
export function SecretForm({ action, acknowledge, words, children }: Props) {
  return (
    <ActionForm
      action={action}
      done={(created) => <NewSecret created={created} acknowledge={acknowledge} words={words} />}
    >
      {children}
    </ActionForm>
  );
}

function NewSecret({
  created,
  acknowledge,
  words,
}: { created: CreatedSecret } & Omit<Props, "action" | "children">) {
  const { state, send, place } = useFormAction(acknowledge);
  return (
    <div ref={place} className="grid min-w-0 gap-4">
      <h2 tabIndex={-1} data-autofocus="" className="font-semibold text-lg">
        {words.title}
      </h2>
      <p>{words.lead}</p>
      <CodeBlock code={created.secret} />
      <p className="text-muted text-sm">{words.place}</p>
      <FormNotice state={state} />
      {/* The browser validates the checkbox: a server response would be a page without the secret. */}
      <form action={send} className="grid justify-items-start gap-3">
        <input type="hidden" name="id" value={created.id} />
        <input type="hidden" name="mark" value={created.mark} />
        <Checkbox name="saved" required>
          {words.saved}
        </Checkbox>
        <SubmitButton>{words.go}</SubmitButton>
      </form>
    </div>
  );
}
