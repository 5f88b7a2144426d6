import type { FirstCallNews } from "#components/console/installations/first-call.tsx";
import { demandVisit } from "#lib/next/console/console-session.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
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
    return Response.json(newsOf(key.firstUsedAt ?? key.lastUsedAt), { headers });
  } catch (error) {
    if (isAppError(error)) return new Response(null, { status: error.status, headers });
    throw error;
  }
}

function newsOf(firstCallAt: Date | null): FirstCallNews {
  return { receivedAt: firstCallAt?.toISOString() ?? null };
}
