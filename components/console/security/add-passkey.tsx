"use client";

import { startRegistration } from "@simplewebauthn/browser";
import { useEffect, useRef, useState } from "react";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { isCancelled, useHasPasskeys, useIsAlive } from "#components/ui/passkeys.ts";
import type { MerchantMessages } from "#lib/platform/i18n/messages/en.ts";
import { type StartedRegistration, sendJson } from "./passkey-requests.ts";

type Words = MerchantMessages["security"];

type Props = {
  words: Words["passkeys"];
  password: { label: string; hint: string };
  failed: string;
  doneHref: string;
};

type Problem = { text: string; fields: Record<string, string> };

/** The server asks for the password, then the browser asks where to store the passkey. */
export function AddPasskey({ words, password, failed, doneHref }: Props) {
  const hasPasskeys = useHasPasskeys();
  const isAlive = useIsAlive();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const fields = problem?.fields ?? {};
  const shown = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem) shown.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problem]);

  async function create(form: FormData): Promise<Problem | undefined> {
    const name = String(form.get("name") ?? "");
    const started = await sendJson<StartedRegistration>("/passkeys/register/options", {
      name,
      password: String(form.get("password") ?? ""),
    });
    if (!started.ok) return { text: started.problem ?? failed, fields: started.fields };
    const response = await startRegistration({ optionsJSON: started.value });
    const kept = await sendJson("/passkeys/register/verify", { name, response });
    if (!kept.ok) return { text: kept.problem ?? failed, fields: kept.fields };
    window.location.assign(doneHref);
    return undefined;
  }

  const say = (error: unknown): Problem => {
    if (isCancelled(error)) return { text: words.cancelled, fields: {} };
    const { failures } = words;
    const name = error instanceof Error ? error.name : "";
    const isKnown = Object.hasOwn(failures, name);
    return { text: isKnown ? failures[name as keyof typeof failures] : failed, fields: {} };
  };

  if (!hasPasskeys) return <p className="needs-script text-muted">{words.unsupported}</p>;
  return (
    <form
      ref={shown}
      className="needs-script grid max-w-lg gap-4"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy) return;
        setBusy(true);
        setProblem(undefined);
        void create(new FormData(event.currentTarget))
          .catch(say)
          .then((found) => {
            setProblem(found);
            setBusy(false);
          });
      }}
    >
      {problem && (
        <Banner tone="negative" alert>
          <p>{problem.text}</p>
        </Banner>
      )}
      <Field
        name="name"
        label={words.nameLabel}
        hint={words.nameHint}
        required
        maxLength={60}
        autoComplete="off"
        {...(fields["name"] && { error: fields["name"] })}
      />
      <Field
        name="password"
        type="password"
        label={password.label}
        hint={password.hint}
        required
        autoComplete="current-password"
        {...(fields["password"] && { error: fields["password"] })}
      />
      <div>
        <Button disabled={!isAlive} aria-disabled={isBusy}>
          {isBusy ? words.creating : words.create}
        </Button>
      </div>
    </form>
  );
}
