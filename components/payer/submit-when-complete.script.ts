import type { Run } from "#components/ui/page-element.script.ts";

export type SubmitWhenCompleteProps = { digits: number };

/** Submits the form once its field has all digits, typed, pasted or filled in by the browser. */
export const runSubmitWhenComplete: Run<SubmitWhenCompleteProps> = (element, signal) => {
  let submitted = "";
  const submit = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement)) return;
    const digits = target.value.replaceAll(/\P{Nd}/gu, "");
    if (digits.length !== element.props.digits || digits === submitted) return;
    submitted = digits;
    target.form?.requestSubmit();
  };
  element.addEventListener("input", submit, { signal });
};
