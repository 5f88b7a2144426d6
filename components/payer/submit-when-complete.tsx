"use client";

import { type FormEvent, type ReactNode, useRef } from "react";

/** As many as lib/payments/payers/codes.ts makes. */
const DIGITS = 6;

/** Submits the form once its only field has all digits, typed, pasted or filled in by the browser. */
export function SubmitWhenComplete({ children }: { children: ReactNode }) {
  const submitted = useRef("");
  const submit = ({ target }: FormEvent) => {
    if (!(target instanceof HTMLInputElement)) return;
    const digits = target.value.replaceAll(/\P{Nd}/gu, "");
    if (digits.length !== DIGITS || digits === submitted.current) return;
    submitted.current = digits;
    target.form?.requestSubmit();
  };
  return <div onInput={submit}>{children}</div>;
}
