"use client";

import { type ReactNode, useActionState, useEffect, useRef } from "react";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { FormAction } from "#lib/platform/form-state.ts";

/** What an action tells of a new Webhook Secret; it is in no page but the one that answers. */
export type ToldSecret = { id: string; secret: string; mark: string };

/** Words of a new secret, finished. */
export type SecretWords = {
  title: string;
  lead: string;
  place: string;
  saved: string;
  go: string;
  busy: string;
  copy: string;
  copied: string;
};

type Props = {
  /** Makes the secret. */
  action: FormAction<ToldSecret>;
  acknowledge: FormAction;
  words: SecretWords;
  /** The fields of the form, with its button. */
  children: ReactNode;
};

/** A form that ends in a Webhook Secret, shown once. To go on one has to say that it was saved. */
export function SecretForm({ action, acknowledge, words, children }: Props) {
  return (
    <ActionForm
      action={action}
      done={(told) => <NewSecret told={told} acknowledge={acknowledge} words={words} />}
    >
      {children}
    </ActionForm>
  );
}

function NewSecret({
  told,
  acknowledge,
  words,
}: { told: ToldSecret } & Omit<Props, "action" | "children">) {
  const [state, send] = useActionState(acknowledge, undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid min-w-0 gap-4">
      <h2 ref={heading} tabIndex={-1} className="font-semibold text-lg">
        {words.title}
      </h2>
      <p>{words.lead}</p>
      <CodeBlock code={told.secret} copy={words.copy} copied={words.copied} />
      <p className="text-muted text-sm">{words.place}</p>
      {state && !state.ok && (
        <Banner tone="negative" alert>
          <p>{state.problem}</p>
        </Banner>
      )}
      {/* The browser itself asks for the tick: an answer of the server would be a page without the secret. */}
      <form action={send} className="grid justify-items-start gap-3">
        <input type="hidden" name="id" value={told.id} />
        <input type="hidden" name="mark" value={told.mark} />
        <Checkbox name="saved" required>
          {words.saved}
        </Checkbox>
        <SubmitButton busyText={words.busy}>{words.go}</SubmitButton>
      </form>
    </div>
  );
}
