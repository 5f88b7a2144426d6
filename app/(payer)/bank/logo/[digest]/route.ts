import { respondImage } from "#lib/next/request/image-response.ts";
import { getServices } from "#lib/services/index.ts";

type Context = { params: Promise<{ digest: string }> };

// An SVG may have inline styles.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { bankLogo } = await getServices();
  return respondImage(bankLogo((await params).digest), POLICY);
}
