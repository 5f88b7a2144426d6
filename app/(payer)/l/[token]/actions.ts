"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { linkPath } from "#components/payer/link-path.ts";
import { type ActionResult, runAction } from "#lib/next/actions/action.ts";
import { ownBrowserIds } from "#lib/next/payer/device-lock.ts";
import { actionContext } from "#lib/next/request/action-context.ts";
import { shopperText } from "#lib/next/request/text.ts";
import { limitedAddress } from "#lib/platform/http/client-address.ts";
import { askedLocale, languageOf } from "#lib/platform/i18n/locale.ts";
import { fromTypedAmount, isCurrency } from "#lib/platform/values/money.ts";
import { getServices } from "#lib/services/index.ts";

const MAX_TYPED = 40;

const schema = z.strictObject({
  token: z.string().max(64),
  lang: z.string().max(16).optional(),
  /** Of the page, in whose way the amount is written. */
  language: z.string().max(16).optional(),
  currency: z.string().max(3).optional(),
  amount: z.string().max(MAX_TYPED).optional(),
});

type Form = z.output<typeof schema>;

/** Leads to the checkout, or back to the page, which shows the problem. */
export async function payLinkAction(form: FormData): Promise<void> {
  const result = await runAction(form, schema, await actionContext(), async (input) => {
    const { links } = await getServices();
    const [browser] = await ownBrowserIds();
    return links.pay({
      token: input.token,
      amount: amountOf(input),
      browser,
      address: limitedAddress(await headers()),
      lang: langOf(input),
    });
  });
  if (!result.ok) redirect(pathAfter(form, result));
  const address = new URL(result.value);
  const lang = langOf(result.input);
  if (lang !== undefined) address.searchParams.set("lang", lang);
  redirect(address.href);
}

const langOf = ({ lang }: Form) => (lang === undefined ? undefined : askedLocale(lang, false));

function amountOf({ amount, currency, language }: Form): number | undefined {
  if (amount === undefined || currency === undefined || !isCurrency(currency)) return undefined;
  const { locale } = shopperText(language);
  return fromTypedAmount(amount, currency, languageOf(locale).tag);
}

function pathAfter(form: FormData, result: Extract<ActionResult<Form, string>, { ok: false }>) {
  const { token, lang, amount } = schema.partial().safeParse(Object.fromEntries(form)).data ?? {};
  const isAmount = result.fields.some(({ path }) => path === "amount");
  const problem = isAmount
    ? { typed: (amount ?? "").slice(0, MAX_TYPED) }
    : { problem: result.code };
  return linkPath(token ?? "unknown", { lang, ...problem });
}
