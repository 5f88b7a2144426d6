import { headers } from "next/headers";
import { z } from "zod";
import { sayMailSent } from "#components/console/access/mail-sent-words.ts";
import { consolePath } from "#lib/console/paths/links.ts";
import { publicAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { clientAddress } from "#lib/platform/http/client-address.ts";
import { getServices, type Services } from "#lib/services/index.ts";

const schema = z.strictObject({ email: z.string().trim().max(1000) });

type Wish = { email: string; address: string };

/** `send` sends one mail to people with an account, and another to those without: the response is the same. */
export function mailLink(
  formPath: `/${string}`,
  send: (users: Services["users"], wish: Wish) => Promise<void>,
) {
  return publicAction(schema, async ({ email }) => {
    const [{ users, consoleMail }, text] = await Promise.all([getServices(), merchantText()]);
    await send(users, { email, address: clientAddress(await headers()) });
    const formHref = consolePath(formPath, text.linkQuery);
    return { value: sayMailSent(text, { email, formHref, isKept: await consoleMail.isKept() }) };
  });
}
