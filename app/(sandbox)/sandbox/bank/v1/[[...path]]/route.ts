import { plainRequest } from "#lib/next/request/plain-request.ts";
import { getServices } from "#lib/services/index.ts";

async function handle(request: Request): Promise<Response> {
  const { sandboxBankApi } = await getServices();
  return sandboxBankApi.fetch(plainRequest(request));
}

export const GET = handle;
export const HEAD = handle;
export const POST = handle;
export const PUT = handle;
export const PATCH = handle;
export const DELETE = handle;
