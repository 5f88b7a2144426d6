"use client";

import { CircleCheck, CircleX } from "lucide";
import { FormNotice } from "#components/ui/action-form.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Field } from "#components/ui/field.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { TextAreaField } from "#components/ui/text-area-field.tsx";
import { useFormAction } from "#components/ui/use-form-action.ts";
import type { FormAction } from "#lib/platform/values/form-state.ts";

/** Returns the pasted fields, except the secret. */
export type CheckResult = {
  isRight: boolean;
  summary: string;
  findings: { label: string; isGood: boolean; words: string }[];
  headers: string;
  body: string;
};

type Words = {
  headers: string;
  headersHint: string;
  body: string;
  bodyHint: string;
  secret: string;
  secretHint: string;
  go: string;
  result: string;
  good: string;
  bad: string;
};

type Props = { action: FormAction<CheckResult>; words: Words };

export function SignatureChecker({ action, words }: Props) {
  const { state, send, place } = useFormAction(action);
  const { headers = "", body = "" } = (state?.ok ? state.value : state?.values) ?? {};
  return (
    <div ref={place} className="grid gap-6">
      {state?.ok ? <Result result={state.value} words={words} /> : <FormNotice state={state} />}
      <form action={send} className="grid gap-4">
        <TextAreaField
          name="headers"
          label={words.headers}
          hint={words.headersHint}
          rows={5}
          mono
          defaultValue={headers}
        />
        <TextAreaField
          name="body"
          label={words.body}
          hint={words.bodyHint}
          rows={6}
          mono
          defaultValue={body}
        />
        <Field
          name="secret"
          label={words.secret}
          hint={words.secretHint}
          type="password"
          autoComplete="off"
        />
        <div>
          <SubmitButton>{words.go}</SubmitButton>
        </div>
      </form>
    </div>
  );
}

function Result({ result, words }: { result: CheckResult; words: Words }) {
  return (
    <section aria-labelledby="check-result" role="alert" className="grid gap-4">
      <h2 id="check-result" className="font-semibold text-lg">
        {words.result}
      </h2>
      <Banner tone={result.isRight ? "positive" : "negative"}>
        <p>{result.summary}</p>
      </Banner>
      <ul className="divide-y divide-line">
        {result.findings.map(({ label, isGood, words: finding }) => (
          <li key={label} className="flex gap-3 py-2.5">
            <span className={`mt-0.5 ${isGood ? "text-positive" : "text-negative"}`}>
              <Icon of={isGood ? CircleCheck : CircleX} label={isGood ? words.good : words.bad} />
            </span>
            <div className="min-w-0">
              <p className="font-medium">{label}</p>
              <p className="text-muted">{finding}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
