import { respondImage } from "#lib/next/request/image-response.ts";
import { getServices } from "#lib/services/index.ts";

type Context = { params: Promise<{ digest: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { brands } = await getServices();
  return respondImage(await brands.logo((await params).digest));
}
