import { z } from "zod";
import { BEHAVIOURS } from "#lib/banks/sandbox/behaviours.ts";
import { keepDecidedPayment, readBankLogin } from "#lib/next/sandbox/sandbox-bank-session.ts";
import { DEMO_ACCOUNTS } from "#lib/sandbox/bank/accounts.ts";
import { getServices } from "#lib/services/index.ts";
import { isFromBankPage, readForm, seeOther } from "../../../form.ts";

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
  if (!isFromBankPage(request, env)) return new Response(null, { status: 403 });
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
