"use server";

import type { PayPlace } from "#components/checkout/links.ts";
import { getServices } from "#lib/services/index.ts";
import { placeForm, runStep } from "./forms.ts";
import { goOn } from "./leave.ts";
import { requireSession } from "./own-session.ts";

export async function reportSentAction(form: FormData): Promise<void> {
  const { transfers } = await getServices();
  await takeStep(form, ({ reference }) => transfers.reportSent(reference));
}

export async function takeBackAction(form: FormData): Promise<void> {
  const { transfers } = await getServices();
  await takeStep(form, ({ reference }) => transfers.takeBack(reference));
}

/** The web flow's reference is a capability, as in the checkout. */
async function takeStep(form: FormData, step: (place: PayPlace) => Promise<void>): Promise<never> {
  const result = await runStep(form, placeForm, async (place) => {
    const { checkout } = await getServices();
    if (place.flow === "direct") await requireSession(place);
    else await checkout.require(place.reference, place.flow);
    await step(place);
  });
  goOn(result, "/result");
}
