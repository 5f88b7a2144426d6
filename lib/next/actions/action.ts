import type { z } from "zod";
import {
  AppError,
  type ErrorCode,
  type FieldError,
  isAppError,
} from "#lib/platform/failures/errors.ts";
import { isOutage } from "#lib/platform/failures/failures.ts";
import { noteOutage } from "#lib/platform/http/request-scope.ts";

export type ActionResult<I, T> =
  | { ok: true; value: T; input: I }
  | {
      ok: false;
      code: ErrorCode;
      fields: FieldError[];
      input?: I;
    };

type ErrorLogger = { error(bindings: { err: unknown }, message: string): void };

export type ActionContext = {
  logger: ErrorLogger;
  isOwnOrigin: boolean;
};

/**
 * Returns known failures, logs others. A form from another site is `forbidden`. Rethrows Next's redirects.
 * @throws AppError `invalid_request` if `form` is not a form
 */
export async function runAction<S extends z.ZodType, T>(
  form: FormData,
  schema: S,
  { logger, isOwnOrigin }: ActionContext,
  run: (input: z.output<S>) => Promise<T>,
): Promise<ActionResult<z.output<S>, T>> {
  const values = formValues(demandForm(form));
  const unstorable = Object.keys(values).filter((name) => String(values[name]).includes("\0"));
  if (unstorable.length > 0) {
    const fields = unstorable.map((path) => ({ path, message: "contains a NUL character" }));
    return { ok: false, code: "invalid_request", fields };
  }
  const parsed = schema.safeParse(values);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path, message }) => ({
      path: path.join("."),
      message,
    }));
    return { ok: false, code: "invalid_request", fields };
  }
  const input = parsed.data;
  // Next accepts a request without an Origin.
  if (!isOwnOrigin) return { ok: false, code: "forbidden", fields: [], input };
  try {
    return { ok: true, value: await run(input), input };
  } catch (error) {
    if (isNextSignal(error)) throw error;
    if (isAppError(error))
      return { ok: false, code: error.code, fields: error.fields ?? [], input };
    logger.error({ err: error }, "a server action failed");
    if (!isOutage(error)) return { ok: false, code: "internal_error", fields: [], input };
    noteOutage();
    return { ok: false, code: "unavailable", fields: [], input };
  }
}

/** @throws AppError `invalid_request` */
export function demandForm(form: unknown): FormData {
  if (!(form instanceof FormData)) throw new AppError("invalid_request");
  return form;
}

function formValues(form: FormData): Record<string, FormDataEntryValue | FormDataEntryValue[]> {
  const fields = new Map<string, FormDataEntryValue[]>();
  for (const [name, value] of form) {
    if (name.startsWith("$ACTION")) continue;
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => {
      const [only = "", ...more] = values;
      return [name, more.length === 0 ? only : values];
    }),
  );
}

/** Next throws redirects as errors with a digest. */
function isNextSignal(error: unknown): boolean {
  return error instanceof Error && "digest" in error && typeof error.digest === "string";
}
