type Settings = { SECURITY_CONTACT?: string | undefined; PUBLIC_URL: string };

const VALID_DAYS = 90;
const CACHE_SECONDS = 3600;
const DAY_MS = 24 * 60 * 60 * 1000;

/** RFC 9116. 404 if the operator has set no contact. */
export function securityTxt({ SECURITY_CONTACT, PUBLIC_URL }: Settings, now: Date): Response {
  if (!SECURITY_CONTACT) {
    return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });
  }
  const expires = new Date(now.getTime() + VALID_DAYS * DAY_MS).toISOString();
  const lines = [
    `Contact: ${SECURITY_CONTACT}`,
    `Expires: ${expires}`,
    `Canonical: ${new URL("/.well-known/security.txt", PUBLIC_URL)}`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": `public, max-age=${CACHE_SECONDS}`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** `Shop <help@shop.example>` → its address; `undefined` for a no-reply address. */
export function contactOf(sender: string): string | undefined {
  const [, address] = /^(?:[^<>]*<)?([^\s<>@]+@[^\s<>@]+?)>?$/.exec(sender) ?? [];
  if (!address || /^(?:do-?not|no)[-_.]?reply/i.test(address)) return undefined;
  return `mailto:${address}`;
}
