"use client";

import {
  unstable_isUnrecognizedActionError as isUnknownAction,
  unstable_rethrow as rethrowSignal,
} from "next/navigation";
import { type RefObject, useActionState, useEffect, useRef } from "react";
import type { FormAction, FormState } from "#lib/platform/values/form-state.ts";
import { useErrorWords } from "./error-words.tsx";

type Submission<T> = {
  state: FormState<T>;
  send: (form: FormData) => void;
  /** For the element whose first problem or heading gets the focus when `state` changes. */
  place: RefObject<HTMLDivElement | null>;
};

/** `useActionState` for a server action, also without scripts. A form that can't be sent keeps its fields. */
export function useFormAction<T>(action: FormAction<T>): Submission<T> {
  const { lead } = useErrorWords();
  const place = useRef<HTMLDivElement>(null);
  // On the server React needs the action itself, to name it in the form.
  const sent = typeof window === "undefined" ? action : orProblem(action, lead);
  const [state, send] = useActionState<FormState<T>, FormData>(sent, undefined);
  useEffect(() => {
    if (!state) return;
    const shown = place.current?.querySelector<HTMLElement>(
      "[aria-invalid=true], [data-autofocus]",
    );
    shown?.focus();
  }, [state]);
  return { state, send, place };
}

function orProblem<T>(action: FormAction<T>, problem: string): FormAction<T> {
  return async (previous, form) => {
    try {
      return await action(previous, form);
    } catch (error) {
      rethrowSignal(error);
      // The error page loads the page again.
      if (isUnknownAction(error)) throw error;
      return { ok: false, code: "unavailable", problem, fields: {}, values: textsIn(form) };
    }
  };
}

function textsIn(form: FormData): Record<string, string> {
  const texts = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(texts);
}
