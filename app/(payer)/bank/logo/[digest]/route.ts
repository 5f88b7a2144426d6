import { getServices } from "#lib/services/index.ts";

type Context = { params: Promise<{ digest: string }> };

/** The URL changes with the bytes, so browsers may cache it forever. */
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
      // Opened directly, an SVG is a document: nothing in it may run or load.
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
      "Cross-Origin-Resource-Policy": "same-site",
    },
  });
}
