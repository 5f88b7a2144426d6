"use client";

import { useActionState, useState } from "react";
import { Banner } from "#components/ui/banner.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import type { AppWords } from "./app-frame.tsx";
import { ProblemBanner } from "./problem-banner.tsx";

type LoggedIn = { token: string; orderNumber: string };
export type LogInResult = ({ ok: true } & LoggedIn) | { ok: false };
export type LogIn = (form: FormData) => Promise<LogInResult>;

type Props = {
  words: AppWords;
  logIn: LogIn;
  onLogIn: (loggedIn: LoggedIn) => void;
  problem: string | undefined;
};

export function LogInForm({ words, logIn, onLogIn, problem }: Props) {
  const [sharesEmail, setSharesEmail] = useState(false);
  const [response, submit, isPending] = useActionState(
    async (_: LogInResult | undefined, form: FormData) => {
      const fresh = await logIn(form).catch((): LogInResult => ({ ok: false }));
      if (fresh.ok) onLogIn(fresh);
      return fresh;
    },
    undefined,
  );
  const { title, lead, shareEmail, shareEmailHint, email, submit: signIn } = words.logIn;
  return (
    <form action={submit} className="grid gap-6">
      <PageTitle lead={lead}>{title}</PageTitle>
      {problem && <ProblemBanner words={words.problems} problem={problem} />}
      {response && !response.ok && (
        <Banner tone="negative" alert>
          {words.logIn.problem}
        </Banner>
      )}
      <label className="flex min-h-12 items-start gap-3">
        <input
          type="checkbox"
          name="tellEmail"
          checked={sharesEmail}
          onChange={(event) => setSharesEmail(event.currentTarget.checked)}
          aria-describedby="tell-email-hint"
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        <span className="grid">
          <span className="font-medium">{shareEmail}</span>
          <span id="tell-email-hint" className="text-muted text-sm">
            {shareEmailHint}
          </span>
        </span>
      </label>
      {sharesEmail && (
        <Field
          name="email"
          type="email"
          label={email}
          autoComplete="email"
          maxLength={254}
          required
        />
      )}
      <Button wide size="large" disabled={isPending}>
        {signIn}
      </Button>
    </form>
  );
}
