import type { FirstCallNews } from "#components/console/installations/first-call.tsx";
import { demandVisit } from "#lib/next/console-session.ts";
import { merchantText } from "#lib/next/text.ts";
import { isAppError } from "#lib/platform/errors.ts";
import { getServices } from "#lib/services/index.ts";

type Context = { params: Promise<{ id: string }> };

const headers = { "Cache-Control": "no-store" };

/** Whether the first call with a key has arrived. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  try {
    const { account } = await demandVisit("viewer");
    const { apiKeys } = await getServices();
    const key = await apiKeys.find(account.id, (await params).id);
    if (!key) return new Response(null, { status: 404, headers });
    return Response.json(await newsOf(key.firstUsedAt ?? key.lastUsedAt), { headers });
  } catch (error) {
    if (isAppError(error)) return new Response(null, { status: error.status, headers });
    throw error;
  }
}

async function newsOf(firstCallAt: Date | null): Promise<FirstCallNews> {
  if (firstCallAt === null) return { received: null };
  const text = await merchantText();
  const when = text.dateTime(firstCallAt.toISOString());
  return { received: text.format(text.messages.installations.firstCall.received, { when }) };
}
