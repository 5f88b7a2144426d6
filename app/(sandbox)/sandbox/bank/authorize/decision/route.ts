import { bankLogin, signInAtBank } from "#lib/next/sandbox/sandbox-bank-session.ts";
import { getServices } from "#lib/services/index.ts";
import { isFromBankPage, readForm, seeOther } from "../../form.ts";

export async function POST(request: Request): Promise<Response> {
  const { env, sandboxBankOAuth, sandboxEnabled } = await getServices();
  if (!(await sandboxEnabled())) return new Response(null, { status: 404 });
  if (!isFromBankPage(request, env)) return new Response(null, { status: 403 });
  const form = await readForm(request);
  const asked = sandboxBankOAuth.readRequest(form);
  if (!asked) return new Response(null, { status: 404 });
  if (form["decision"] === "cancel") return seeOther(sandboxBankOAuth.deny(asked));
  const login = bankLogin.safeParse(form["login"]);
  if (!login.success) {
    const query = new URLSearchParams({ ...asked, problem: "login" });
    return seeOther(`/sandbox/bank/authorize?${query}`);
  }
  await signInAtBank(login.data);
  return seeOther(sandboxBankOAuth.grant(asked));
}
