import { getServices } from "#lib/services/index.ts";

type Context = { params: Promise<{ digest: string }> };

/** A bank's logo. Its address changes with its bytes, so browsers may keep it for good. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { bankLogo } = await getServices();
  const logo = bankLogo((await params).digest);
  if (!logo) {
    return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  }
  return new Response(new Uint8Array(logo.bytes), {
    headers: {
      "Content-Type": logo.type,
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
      // Opened by itself, an SVG is a document: this lets nothing in it run or load.
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
      "Cross-Origin-Resource-Policy": "same-site",
    },
  });
}
