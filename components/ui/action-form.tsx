"use client";

import {
  createContext,
  type ReactNode,
  useActionState,
  useContext,
  useEffect,
  useRef,
} from "react";
import type { FormAction, FormState } from "#lib/platform/form-state.ts";
import { Banner } from "./banner.tsx";
import { ScopeFields } from "./form-scope.tsx";

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

/** Works without scripts. The fields ({@link Field} and others) render on the server. */
export function ActionForm<T>({ action, children, done, className = "grid gap-4", id }: Props<T>) {
  const [state, send] = useActionState<FormState<T>, FormData>(action, undefined);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!state || state.ok) return;
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    wrong?.focus();
  }, [state]);
  if (state?.ok && done) return done(state.value);
  const shown = state && !state.ok ? state : NOTHING;
  return (
    <form id={id} ref={form} action={send} className={className} noValidate>
      {state && !state.ok && (
        <Banner tone="negative" alert>
          <p>{state.problem}</p>
        </Banner>
      )}
      {state?.ok && state.notice && (
        <Banner tone="positive" alert>
          <p>{state.notice}</p>
        </Banner>
      )}
      <ScopeFields />
      <ShownContext value={shown}>{children}</ShownContext>
    </form>
  );
}
