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

/** What the form's last sending said of its fields, for the fields inside. */
export function useFormProblems(): Shown {
  return useContext(ShownContext);
}

type Props<T> = {
  action: FormAction<T>;
  children: ReactNode;
  /** Shown in place of the form once it was sent with success: for what only this answer tells. */
  done?: (value: T) => ReactNode;
  className?: string;
  /** For what stands outside of the form and follows it. */
  id?: string;
};

/**
 * A form whose problems stand above it and beside their fields; it works without scripts too. The fields inside are
 * {@link Field} and the like, made on the server.
 */
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
