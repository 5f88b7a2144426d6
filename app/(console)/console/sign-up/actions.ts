"use server";

import { headers } from "next/headers";
import { z } from "zod";
import { type MailSentWords, sayMailSent } from "#components/console/access/mail-sent-words.ts";
import { consolePath } from "#lib/console/paths/links.ts";
import { publicAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { clientAddress } from "#lib/platform/http/client-address.ts";
import type { FormState } from "#lib/platform/values/form-state.ts";
import { getServices } from "#lib/services/index.ts";

const schema = z.strictObject({ email: z.string().trim().max(1000) });

/** Sends a mail in both cases: a link to create an account, or a note that there already is one. */
export async function startSignUpAction(
  _previous: FormState<MailSentWords>,
  form: FormData,
): Promise<FormState<MailSentWords>> {
  return publicAction(form, schema, async ({ email }) => {
    const [{ users, consoleMail }, text] = await Promise.all([getServices(), merchantText()]);
    const address = clientAddress(await headers());
    await users.startSignUp({ email, address });
    const formHref = consolePath("/sign-up", text.linkQuery);
    return { value: sayMailSent(text, { email, formHref, isKept: await consoleMail.isKept() }) };
  });
}
