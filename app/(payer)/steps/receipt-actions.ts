"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { payPath } from "#components/checkout/links.ts";
import type { ReceiptResult } from "#components/payer/receipt-mail-form.tsx";
import { requestText } from "#lib/next/request/text.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { limitedAddress } from "#lib/platform/http/client-address.ts";
import { getServices } from "#lib/services/index.ts";
import { placeFields, runStep } from "./forms.ts";
import { leaveWithProblem } from "./leave.ts";
import { requireHolder, requireSession } from "./own-session.ts";

const receiptForm = z.strictObject({ ...placeFields, email: z.string().max(1000) });

export async function sendReceiptAction(form: FormData): Promise<void> {
  const address = limitedAddress(await headers());
  const result = await runStep(form, receiptForm, async ({ email, ...place }) => {
    if (place.flow === "direct") await requireSession(place);
    else await requireHolder(place);
    const { checkout, receipts } = await getServices();
    const order = await checkout.open(place.reference, place.flow);
    if (!order) throw new AppError("not_found");
    const { locale } = await requestText();
    await receipts.send({ order, email: email.trim(), address, locale });
  });
  const place = result.ok ? result.input : result.place;
  const receipt = result.ok ? "sent" : RESULTS[result.code];
  if (place === undefined || receipt === undefined) {
    leaveWithProblem(result.ok ? { code: "not_found" } : result, "/result");
  }
  redirect(payPath(place, "/result", { receipt, lang: place.lang }));
}

const RESULTS: Partial<Record<AppError["code"], ReceiptResult>> = {
  invalid_request: "invalid",
  too_many_mails: "failed",
  mail_unavailable: "failed",
};
