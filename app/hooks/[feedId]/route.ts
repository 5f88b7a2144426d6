import { receiveHook } from "#lib/next/request/hooks.ts";
import { getServices } from "#lib/services/index.ts";

type Context = { params: Promise<{ feedId: string }> };

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return receiveHook(request, (await params).feedId, await getServices());
}
