"use server";

import type { MailSentWords } from "#components/console/access/mail-sent-words.ts";
import type { FormState } from "#lib/platform/values/form-state.ts";
import { mailLink } from "../mail-link.ts";

/** Sends a link to set a new password, or a note that there is no account. */
export async function startResetAction(
  _previous: FormState<MailSentWords>,
  form: FormData,
): Promise<FormState<MailSentWords>> {
  return mailLink(form, "/forgot-password", (users, wish) => users.startReset(wish));
}
