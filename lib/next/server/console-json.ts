import type { z } from "zod";
import { runJsonAction } from "#lib/next/actions/json-action.ts";
import { actionContext } from "#lib/next/request/action-context.ts";
import { merchantText } from "#lib/next/request/text.ts";
import type { ErrorCode, FieldError } from "#lib/platform/failures/errors.ts";

export async function respondToJson<S extends z.ZodType>(
  request: Request,
  schema: S,
  run: (input: z.output<S>) => Promise<object>,
): Promise<Response> {
  const [context, text] = await Promise.all([actionContext(), merchantText()]);
  const { problem, fields: fieldWords } = text.messages.console;
  const wordsOf = (code: ErrorCode, fields: FieldError[]) => ({
    code,
    problem: Object.hasOwn(problem, code) ? problem[code as keyof typeof problem] : problem.other,
    fields: Object.fromEntries(
      fields.map(({ path, message }) => [
        path,
        Object.hasOwn(fieldWords, message)
          ? fieldWords[message as keyof typeof fieldWords]
          : message,
      ]),
    ),
  });
  return runJsonAction(request, schema, { ...context, wordsOf }, run);
}
