const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** For a URL that changes with the bytes: browsers may cache it forever. Opened directly, the file runs and loads nothing. */
export function respondImage(
  image: { type: string; bytes: Uint8Array } | undefined,
  policy = POLICY,
): Response {
  if (!image) return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  return new Response(new Uint8Array(image.bytes), {
    headers: {
      "Content-Type": image.type,
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": policy,
      "Cross-Origin-Resource-Policy": "same-site",
    },
  });
}
