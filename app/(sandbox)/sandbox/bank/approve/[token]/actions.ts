"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { runAction } from "#lib/next/actions/action.ts";
import { actionContext } from "#lib/next/request/action-context.ts";
import { bankLogin, signInAtBank, signOutOfBank } from "#lib/next/sandbox/sandbox-bank-session.ts";

const token = z.string().regex(/^[\w-]{16,128}$/);
const tokenSchema = z.object({ token });
const loginSchema = z.object({ token, login: bankLogin });

export async function loginAction(form: FormData): Promise<void> {
  const result = await runAction(form, loginSchema, await actionContext(), (input) =>
    signInAtBank(input.login),
  );
  redirect(`${addressOf(form)}${result.ok ? "" : "?problem=login"}`);
}

export async function logoutAction(form: FormData): Promise<void> {
  await runAction(form, tokenSchema, await actionContext(), () => signOutOfBank());
  redirect(addressOf(form));
}

function addressOf(form: FormData): string {
  const parsed = tokenSchema.safeParse({ token: form.get("token") });
  return parsed.success ? `/sandbox/bank/approve/${parsed.data.token}` : "/sandbox/bank";
}
