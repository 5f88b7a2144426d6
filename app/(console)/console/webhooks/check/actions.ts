"use server";

import { z } from "zod";
import { checkWords } from "#components/console/webhooks/finding-words.ts";
import { viewerAction } from "#lib/next/console/console-action.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { checkSignature } from "#lib/webhooks/signatures/signature-check.ts";

const schema = z.strictObject({
  // As large as servers accept.
  headers: z.string().max(16_384),
  body: z.string().max(100_000),
  secret: z.string().max(1000),
});

/** The secret is compared and not stored. */
export const checkSignatureAction = viewerAction(schema, async (pasted, { account }) => {
  const { webhooks, clock } = await getServices();
  const text = await merchantText();
  const { headers, secret } = pasted;
  // Browsers submit every line break as CRLF.
  const body = pasted.body.replaceAll("\r\n", "\n");
  const now = clock.now();
  const isOwnSecret = await webhooks.isSecretInUse(account.id, secret.trim());
  const findings = checkSignature({ headers, body, secret }, { now, isOwnSecret });
  return { value: { ...checkWords(text, findings, now), headers, body } };
});
