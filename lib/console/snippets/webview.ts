import { ORDER, type SnippetContext } from "./snippet.ts";

/** The address an app opens in its webview, with names where each payment's own values stand. */
export function webviewSnippet({
  secureUrl,
  appScheme,
}: Pick<SnippetContext, "secureUrl" | "appScheme">): string {
  return `${secureUrl}?token={token}&jwt={JWT}&redirect-url=${encodeURIComponent(appScheme)}`;
}

/** The address the webview ends at. */
export function returnSnippet({ appScheme }: Pick<SnippetContext, "appScheme">): string {
  return `${appScheme}://?status=succeeded&transactionId={id}&externalId=${ORDER.appExternalId}`;
}
