import { doubleQuoted, htmlQuoted, shellQuoted } from "./quote.ts";
import { KEY_VARIABLE, ORDER, type SnippetContext } from "./snippet.ts";

/**
 * What a shop's page holds to show the checkout: the frame, and the lines that give it its height and go on with the
 * shopper at the end. `redirectUrl` is the one a creation answered.
 */
export function frameSnippet(
  { checkoutUrl }: Pick<SnippetContext, "checkoutUrl">,
  redirectUrl = "{redirectUrl}",
): string {
  return `<iframe id="bankside" src=${htmlQuoted(redirectUrl)} title="Pay by bank"
  width="100%" height="760" allow="clipboard-write" referrerpolicy="strict-origin"></iframe>

<script>
  const frame = document.getElementById("bankside");
  addEventListener("message", ({ origin, source, data }) => {
    if (origin !== ${doubleQuoted(new URL(checkoutUrl).origin)} || source !== frame.contentWindow) return;
    if (data.v !== 1) return;
    if (data.type === "resize") frame.height = data.height;
    if (data.type === "outcome") {
      source.postMessage({ v: 1, type: "ack" }, origin); // this page goes on by itself
      location.assign(data.returnUrl);
    }
  });
</script>`;
}

/** How a merchant's server asks what became of an order, such as when the shopper comes back before the webhook. */
export function lookupSnippet({ baseUrl }: Pick<SnippetContext, "baseUrl">): string {
  return `curl -sS ${shellQuoted(`${baseUrl}/transactions?externalId=${ORDER.externalId}`)} \\
  -H "X-API-Key: $${KEY_VARIABLE}"`;
}
