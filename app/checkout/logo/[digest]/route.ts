import { getServices } from "#lib/services/index.ts";

type Context = { params: Promise<{ digest: string }> };

/** The URL changes with the bytes, so browsers may cache it forever. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { brands } = await getServices();
  const logo = await brands.logo((await params).digest);
  if (!logo) {
    return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  }
  return new Response(new Uint8Array(logo.bytes), {
    headers: {
      "Content-Type": logo.type,
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
      // Opened directly, the file stays an image.
      "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "Cross-Origin-Resource-Policy": "same-site",
    },
  });
}
