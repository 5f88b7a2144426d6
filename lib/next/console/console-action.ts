import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import type { z } from "zod";
import { SHOWN_ACCOUNT } from "#lib/console/model/shown-account.ts";
import { consolePath } from "#lib/console/paths/links.ts";
import type { Role } from "#lib/identity/model/roles.ts";
import type { OpenSession } from "#lib/identity/sessions/session.ts";
import { type ActionResult, demandForm, runAction } from "#lib/next/actions/action.ts";
import { actionContext } from "#lib/next/request/action-context.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { AppError, type FieldError } from "#lib/platform/failures/errors.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { FormState } from "#lib/platform/values/form-state.ts";
import {
  demandFactorSession,
  demandOperator,
  demandSession,
  demandVisit,
} from "./console-session.ts";
import type { Visit } from "./console-visit.ts";
import type { OperatorVisit } from "./operator-visit.ts";

export type Done<T> = { notice?: string | undefined; value: T };

/** What forms call, with the state that the last call returned. */
export type Action<T> = (previous: unknown, form: FormData) => Promise<FormState<T>>;

type Run<S extends z.ZodType, By, T> = (input: z.output<S>, by: By) => Promise<Done<T>>;

function memberAction(needed: Role) {
  return <S extends z.ZodType, T = never>(schema: S, run: Run<S, Visit, T>): Action<T> =>
    (_previous, form) => {
      const shown = demandForm(form).get(SHOWN_ACCOUNT);
      return response(form, schema, async (input) => {
        const visit = await demandVisit(needed);
        // Another window may have switched accounts since this page rendered.
        if (shown !== null && shown !== visit.account.id) throw new AppError("account_changed");
        return run(input, visit);
      });
    };
}

export const viewerAction = memberAction("viewer");
export const developerAction = memberAction("developer");
export const ownerAction = memberAction("owner");

export function userAction<S extends z.ZodType, T = never>(
  schema: S,
  run: Run<S, OpenSession, T>,
): Action<T> {
  return (_previous, form) =>
    response(form, schema, async (input) => run(input, await demandSession()));
}

export function factorAction<S extends z.ZodType, T = never>(
  schema: S,
  run: Run<S, OpenSession, T>,
): Action<T> {
  return (_previous, form) =>
    response(form, schema, async (input) => run(input, await demandFactorSession()));
}

/** `dangerous` ones need a recent second factor. */
export function operatorAction<S extends z.ZodType, T = never>(
  schema: S,
  risk: "plain" | "dangerous",
  run: Run<S, OperatorVisit, T>,
): Action<T> {
  return (_previous, form) =>
    response(form, schema, async (input) => run(input, await demandOperator(risk === "dangerous")));
}

export function publicAction<S extends z.ZodType, T = never>(
  schema: S,
  run: (input: z.output<S>) => Promise<Done<T>>,
): Action<T> {
  return (_previous, form) => response(form, schema, run);
}

async function response<S extends z.ZodType, T>(
  form: FormData,
  schema: S,
  run: (input: z.output<S>) => Promise<Done<T>>,
): Promise<FormState<T>> {
  demandForm(form).delete(SHOWN_ACCOUNT);
  const result = await runAction(form, schema, await actionContext(), run);
  // The response also has the page as it is now. After an upgrade the router loads that page whole: not if the value would be lost.
  if (result.ok && result.value.value === undefined) refresh();
  if (result.ok) return { ok: true, notice: result.value.notice, value: result.value.value };
  if (result.code === "signed_out") redirect(consolePath("/sign-in"));
  return problemState(result, form, await merchantText());
}

function problemState<I, T>(
  result: Extract<ActionResult<I, T>, { ok: false }>,
  form: FormData,
  text: MerchantText,
): FormState<never> {
  const { problem, fields } = text.messages.console;
  const known = Object.hasOwn(problem, result.code)
    ? problem[result.code as keyof typeof problem]
    : problem.other;
  const inWords = ({ message }: FieldError) =>
    Object.hasOwn(fields, message) ? fields[message as keyof typeof fields] : message;
  return {
    ok: false,
    code: result.code,
    problem: known,
    fields: Object.fromEntries(result.fields.map((field) => [field.path, inWords(field)])),
    values: valuesOf(form),
  };
}

// Typed values return to the fields; secrets do not.
const SECRET = /password|secret|code|token/i;

function valuesOf(form: FormData): Record<string, string> {
  const entries = [...form].filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === "string" && !entry[0].startsWith("$") && !SECRET.test(entry[0]),
  );
  return Object.fromEntries(entries);
}
