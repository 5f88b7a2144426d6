import { z } from "zod";
import type { PayPlace } from "#components/checkout/links.ts";
import { type ActionResult, runAction } from "#lib/next/actions/action.ts";
import { countStep } from "#lib/next/payer/payer-steps.ts";
import { actionContext } from "#lib/next/request/action-context.ts";
import { FLOWS } from "#lib/payments/model/status.ts";

/** The hidden fields of every payer form. */
export const placeFields = {
  flow: z.enum(FLOWS),
  reference: z.string().min(1).max(64),
  lang: z.string().max(16).optional(),
};

export const placeForm = z.strictObject(placeFields);

// The payer of an invalid form stays at the payment.
const placeOnly = z.object(placeFields);

export type Place = PayPlace & { lang?: string | undefined };

export type StepResult<I extends Place, T> =
  | Extract<ActionResult<I, T>, { ok: true }>
  | (Omit<Extract<ActionResult<I, T>, { ok: false }>, "input"> & {
      input?: I | undefined;
      /** Known unless the hidden fields were changed. */
      place?: Place | undefined;
    });

/** An invalid form keeps its place. */
export async function runStep<S extends z.ZodType<Place>, T>(
  form: FormData,
  schema: S,
  run: (input: z.output<S>) => Promise<T>,
): Promise<StepResult<z.output<S>, T>> {
  const result = await runAction(form, schema, await actionContext(), async (input) => {
    await countStep();
    return run(input);
  });
  if (result.ok) return result;
  return { ...result, place: placeOnly.safeParse(Object.fromEntries(form)).data };
}
