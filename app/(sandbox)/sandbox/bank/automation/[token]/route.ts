import { plainRequest } from "#lib/next/request/plain-request.ts";
import { getServices } from "#lib/services/index.ts";

export async function POST(request: Request): Promise<Response> {
  const { sandboxBankApi } = await getServices();
  return sandboxBankApi.fetch(plainRequest(request));
}
