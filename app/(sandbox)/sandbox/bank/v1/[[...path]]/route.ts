import { getServices } from "#lib/services.ts";

async function answer(request: Request): Promise<Response> {
  const { sandboxBankApi } = await getServices();
  return sandboxBankApi.fetch(request);
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
