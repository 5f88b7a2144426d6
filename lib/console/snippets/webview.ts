import { ORDER, type SnippetContext } from "./snippet.ts";

export function webviewSnippet({
  secureUrl,
  appScheme,
}: Pick<SnippetContext, "secureUrl" | "appScheme">): string {
  return `${secureUrl}?token={token}&jwt={JWT}&redirect-url=${encodeURIComponent(appScheme)}`;
}

export function returnSnippet({ appScheme }: Pick<SnippetContext, "appScheme">): string {
  return `${appScheme}://?status=succeeded&transactionId={id}&externalId=${ORDER.appExternalId}`;
}
