type Settings = { SECURITY_CONTACT?: string | undefined; PUBLIC_URL: string };

const VALID_DAYS = 90;
const CACHE_SECONDS = 3600;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The file that tells researchers whom to write to (RFC 9116). 404 where the operator has named nobody. */
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

/** The contact that a sender of mails is, such as `Shop <help@shop.example>`; none where nobody reads its answers. */
export function contactOf(sender: string): string | undefined {
  const [, address] = /^(?:[^<>]*<)?([^\s<>@]+@[^\s<>@]+?)>?$/.exec(sender) ?? [];
  if (!address || /^(?:do-?not|no)[-_.]?reply/i.test(address)) return undefined;
  return `mailto:${address}`;
}
