import { BanksideError, type FieldError } from "./bankside-error.ts";

/** `body`: `undefined` if it is not JSON. */
export type Answer = {
  status: number;
  body: unknown;
  retryAfter: string | null;
  requestId: string | null;
};

export type CreatedTransaction = { id: string; redirectUrl: string };

/** @throws {@link BanksideError} `unexpected_answer`. */
export function readTransaction(
  answer: Answer,
  { isPlainHttp }: { isPlainHttp: boolean },
): CreatedTransaction {
  const { id, redirectUrl } = fieldsOf(answer.body);
  const isGood =
    typeof id === "string" &&
    /^[\w-]{1,64}$/.test(id) &&
    typeof redirectUrl === "string" &&
    (isPlainHttp ? /^https?:\/\/[!-[\]-~]+$/ : /^https:\/\/[!-[\]-~]+$/).test(redirectUrl);
  if (!isGood) throw unexpected(answer);
  return { id, redirectUrl };
}

/** `unexpected_answer` if the body is not a problem document. */
export function problemOf(answer: Answer): BanksideError {
  const { code, title, detail, requestId, errors } = fieldsOf(answer.body);
  if (typeof code !== "string" || !/^\w{1,64}$/.test(code)) return unexpected(answer);
  const message = [title, detail].filter((part) => typeof part === "string").join(": ");
  return new BanksideError(code, message || code, {
    ...detailsOf(answer),
    ...(typeof requestId === "string" && { requestId }),
    errors: readErrors(errors),
  });
}

/** `undefined` unless `Retry-After` is in seconds. */
export function retryAfterSeconds({ retryAfter }: Answer): number | undefined {
  return /^\d{1,9}$/.test(retryAfter ?? "") ? Number(retryAfter) : undefined;
}

export function codeOf({ body }: Answer): unknown {
  return fieldsOf(body)["code"];
}

function unexpected(answer: Answer): BanksideError {
  const message = `The payment service returned an unreadable response (${answer.status})`;
  return new BanksideError("unexpected_answer", message, detailsOf(answer));
}

function detailsOf(answer: Answer) {
  const { status, requestId } = answer;
  return {
    status,
    requestId: requestId ?? undefined,
    retryAfterSeconds: retryAfterSeconds(answer),
  };
}

function readErrors(errors: unknown): FieldError[] {
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((entry: unknown) => {
    const { path, message } = fieldsOf(entry);
    return typeof path === "string" && typeof message === "string" ? [{ path, message }] : [];
  });
}

function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === "object" && body !== null ? { ...body } : {};
}
