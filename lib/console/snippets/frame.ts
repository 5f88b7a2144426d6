import { htmlQuoted, shellQuoted } from "./quote.ts";
import { KEY_VARIABLE, ORDER, type SnippetContext } from "./snippet.ts";

export function frameSnippet(
  { checkoutUrl }: Pick<SnippetContext, "checkoutUrl">,
  redirectUrl = "{redirectUrl}",
): string {
  const script = new URL("/embed.js", checkoutUrl).href;
  return `<script src=${htmlQuoted(script)} async></script>

<bankside-checkout redirect-url=${htmlQuoted(redirectUrl)}>
  <iframe src=${htmlQuoted(redirectUrl)} title="Pay by bank" width="100%" height="760"
    allow="clipboard-write; web-share" referrerpolicy="strict-origin"></iframe>
</bankside-checkout>

<script>
  // Other events: bankside:ready, :state, :error, :close. preventDefault() keeps the page as it is.
  document.querySelector("bankside-checkout").addEventListener("bankside:outcome", ({ detail }) => {
    console.log(detail.status); // only the webhook is proof
  });
</script>`;
}

export function lookupSnippet({ baseUrl }: Pick<SnippetContext, "baseUrl">): string {
  return `curl -sS ${shellQuoted(`${baseUrl}/transactions?externalId=${ORDER.externalId}`)} \\
  -H "X-API-Key: $${KEY_VARIABLE}"`;
}
