/** `undefined` before the first submission. `values` refill the fields, without secrets. */
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

export type FormAction<T = unknown> = (
  previous: FormState<T>,
  form: FormData,
) => Promise<FormState<T>>;
