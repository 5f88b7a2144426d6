import { z } from "zod";
import { BEHAVIOURS } from "#lib/banks/sandbox/behaviours.ts";
import { keepDecidedPayment, readBankLogin } from "#lib/next/sandbox/sandbox-bank-session.ts";
import { DEMO_ACCOUNTS } from "#lib/sandbox/bank/accounts.ts";
import { getServices } from "#lib/services/index.ts";

const paramsSchema = z.object({ token: z.string().regex(/^[\w-]{16,128}$/) });
const formSchema = z.discriminatedUnion("decision", [
  z.object({
    decision: z.literal("approve"),
    account: z.enum(DEMO_ACCOUNTS),
    behaviour: z.enum(BEHAVIOURS).optional(),
  }),
  z.object({ decision: z.enum(["decline", "cancel"]) }),
]);

type Context = { params: Promise<{ token: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { env, sandboxBank, sandboxEnabled } = await getServices();
  const address = paramsSchema.safeParse(await params);
  const payment =
    address.success && (await sandboxEnabled())
      ? await sandboxBank.findByApprovalToken(address.data.token)
      : undefined;
  if (!payment) return new Response(null, { status: 404 });
  const page = `/sandbox/bank/approve/${payment.approvalToken}`;
  // CSRF: another site must not decide for a payer who is signed in here.
  if (request.headers.get("origin") !== new URL(env.SANDBOX_BANK_URL).origin) {
    return new Response(null, { status: 403 });
  }
  const form = formSchema.safeParse(await readForm(request));
  if (!form.success) return seeOther(`${page}?problem=request`);
  const { data } = form;
  const login = await readBankLogin();
  if (data.decision !== "cancel" && login === undefined) return seeOther(`${page}?problem=session`);
  const decided =
    data.decision === "approve"
      ? await sandboxBank.approve(payment, login ?? "", data.account, data.behaviour)
      : await sandboxBank[data.decision](payment);
  await keepDecidedPayment(payment.id);
  return seeOther(sandboxBank.returnUrl(decided.payment));
}

async function readForm(request: Request): Promise<Record<string, unknown>> {
  try {
    return Object.fromEntries(await request.formData());
  } catch {
    return {};
  }
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
