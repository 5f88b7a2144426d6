import { refresh } from "next/cache";
import type { z } from "zod";
import type { Role } from "#lib/identity/model/roles.ts";
import { memberAction } from "#lib/next/console/console-action.ts";
import type { Visit } from "#lib/next/console/console-visit.ts";
import type { FormState } from "#lib/platform/values/form-state.ts";

/** `run` returns the notice to show. */
export function changeSettings<S extends z.ZodType>(
  form: FormData,
  schema: S,
  needed: Role,
  run: (input: z.output<S>, visit: Visit) => Promise<string>,
): Promise<FormState<undefined>> {
  return memberAction(form, schema, needed, async (input, visit) => {
    const notice = await run(input, visit);
    refresh();
    return { notice, value: undefined };
  });
}
