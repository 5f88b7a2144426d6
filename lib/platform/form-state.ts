/**
 * What a form's last sending came to; `undefined` before the first. Words are finished, in the reader's language.
 * `values` are what was typed, but for secrets, to fill the fields again.
 */
export type FormState<T = unknown> =
  | undefined
  | { ok: true; notice?: string | undefined; value: T }
  | {
      ok: false;
      code: string;
      problem: string;
      fields: Record<string, string>;
      values: Record<string, string>;
    };

/** A server action for `useActionState`: it also works as the plain target of a form, without scripts. */
export type FormAction<T = unknown> = (
  previous: FormState<T>,
  form: FormData,
) => Promise<FormState<T>>;
