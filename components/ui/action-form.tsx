"use client";

import { createContext, type ReactNode, useActionState, useContext } from "react";
import type { FormAction, FormState } from "#lib/platform/values/form-state.ts";
import { Banner } from "./banner.tsx";
import { FailedBanner } from "./failed-banner.tsx";
import { ScopeFields } from "./form-scope.tsx";
import { Response } from "./response.tsx";

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
  if (state?.ok && done) return <Response isResponse>{done(state.value)}</Response>;
  const shown = state && !state.ok ? state : NOTHING;
  const notice = state?.ok ? state.notice : undefined;
  return (
    <Response isResponse={notice !== undefined || shown !== NOTHING}>
      <form id={id} action={send} className={className} data-stays="" noValidate>
        {state && !state.ok && (
          <Banner tone="negative" alert>
            <p>{state.problem}</p>
          </Banner>
        )}
        {notice && (
          <Banner tone="positive" alert>
            <p>{notice}</p>
          </Banner>
        )}
        <FailedBanner />
        <ScopeFields />
        <ShownContext value={shown}>{children}</ShownContext>
      </form>
    </Response>
  );
}
