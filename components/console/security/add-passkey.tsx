"use client";

import { useActionState, useEffect, useRef, useSyncExternalStore } from "react";
import { Banner } from "#components/ui/banner.tsx";
import { Field } from "#components/ui/field.tsx";
import { hasPasskeys, isCancelled } from "#components/ui/passkeys.ts";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { MerchantMessages } from "#lib/platform/i18n/messages/en.ts";
import { type StartedRegistration, sendJson } from "./passkey-requests.ts";

type Words = MerchantMessages["security"]["passkeys"] & { failed: string };

type Props = {
  words: MerchantMessages["security"]["passkeys"];
  password: { label: string; hint: string };
  failed: string;
  doneHref: string;
};

type Problem = { text: string; fields: Record<string, string>; name: string };

/** The server asks for the password, then the browser asks where to store the passkey. */
export function AddPasskey({ words, password, failed, doneHref }: Props) {
  const isSupported = useSyncExternalStore(
    () => () => {},
    hasPasskeys,
    () => true,
  );
  const form = useRef<HTMLFormElement>(null);
  const [problem, create] = useActionState<Problem | undefined, FormData>(
    (_earlier, form) => createPasskey(form, { ...words, failed }, doneHref),
    undefined,
  );
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problem]);
  if (!isSupported) return <p className="text-muted">{words.unsupported}</p>;
  return (
    <form ref={form} action={create} className="needs-script grid max-w-lg gap-4" noValidate>
      {problem && (
        <Banner tone="negative" alert>
          <p>{problem.text}</p>
        </Banner>
      )}
      <Field
        name="name"
        label={words.nameLabel}
        hint={words.nameHint}
        {...problemOf(problem, "name")}
        defaultValue={problem?.name ?? ""}
        required
        maxLength={60}
        autoComplete="off"
      />
      <Field
        name="password"
        type="password"
        label={password.label}
        hint={password.hint}
        {...problemOf(problem, "password")}
        required
        autoComplete="current-password"
      />
      <div>
        <SubmitButton busyText={words.creating}>{words.create}</SubmitButton>
      </div>
    </form>
  );
}

function problemOf(problem: Problem | undefined, name: string): { error?: string } {
  const error = problem?.fields[name];
  return error === undefined ? {} : { error };
}

/** Returns the problem, if any. */
async function createPasskey(
  form: FormData,
  words: Words,
  doneHref: string,
): Promise<Problem | undefined> {
  const name = String(form.get("name") ?? "");
  const problem = (text = words.failed, fields = {}) => ({ text, fields, name });
  try {
    const started = await sendJson<StartedRegistration>("/passkeys/register/options", {
      name,
      password: String(form.get("password") ?? ""),
    });
    if (!started.ok) return problem(started.problem, started.fields);
    const { startRegistration } = await import("@simplewebauthn/browser");
    const response = await startRegistration({ optionsJSON: started.value });
    const kept = await sendJson("/passkeys/register/verify", { name, response });
    if (!kept.ok) return problem(kept.problem, kept.fields);
  } catch (error) {
    if (isCancelled(error)) return problem(words.cancelled);
    const failures: Record<string, string> = words.failures;
    return problem(failures[error instanceof Error ? error.name : ""]);
  }
  window.location.assign(doneHref);
  return undefined;
}
