"use server";

import type { MailSentWords } from "#components/console/access/mail-sent-words.ts";
import type { FormState } from "#lib/platform/values/form-state.ts";
import { mailLink } from "../mail-link.ts";

/** Sends a link to create an account, or a note that there already is one. */
export async function startSignUpAction(
  _previous: FormState<MailSentWords>,
  form: FormData,
): Promise<FormState<MailSentWords>> {
  return mailLink(form, "/sign-up", (users, wish) => users.startSignUp(wish));
}
