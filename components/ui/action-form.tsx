"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect } from "react";
import type { FormAction, FormState } from "#lib/platform/values/form-state.ts";
import { Banner } from "./banner.tsx";
import { ScopeFields } from "./form-scope.tsx";
import { useFormAction } from "./use-form-action.ts";

type Shown = Pick<Extract<FormState, { ok: false }>, "fields" | "values">;

const NOTHING: Shown = { fields: {}, values: {} };
const ShownContext = createContext<Shown>(NOTHING);

/** Field problems of the last submission. */
export function useFormProblems(): Shown {
  return useContext(ShownContext);
}

type Props<T> = {
  action: FormAction<T>;
  children: ReactNode;
  /** Replaces the form after success, for values that only this response contains. */
  done?: (value: T) => ReactNode;
  className?: string;
  /** For elements outside the form that refer to it. */
  id?: string;
};

/** Works without scripts. */
export function ActionForm<T>({ action, children, done, className = "grid gap-4", id }: Props<T>) {
  const { state, send, place } = useFormAction(action);
  const router = useRouter();
  const isDone = state?.ok === true && done !== undefined;
  // What the form changed shows once its value is left: the router has the page from before.
  useEffect(() => (isDone ? router.refresh : undefined), [isDone, router]);
  return (
    <div ref={place} className="contents">
      {state?.ok && done ? (
        done(state.value)
      ) : (
        <form id={id} action={send} className={className} noValidate>
          <FormNotice state={state} />
          <ScopeFields />
          <ShownContext value={state && !state.ok ? state : NOTHING}>{children}</ShownContext>
        </form>
      )}
    </div>
  );
}

export function FormNotice({ state }: { state: FormState }) {
  const text = state?.ok ? state.notice : state?.problem;
  if (text === undefined) return null;
  return (
    <Banner tone={state?.ok ? "positive" : "negative"} alert>
      <p>{text}</p>
    </Banner>
  );
}
