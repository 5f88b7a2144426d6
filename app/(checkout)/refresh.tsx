import { listsLanguages } from "#lib/next/text.ts";

/** Loads the page anew where there are no scripts, but not while somebody chooses a language. */
export async function Refresh({ seconds }: { seconds: number }) {
  if (await listsLanguages()) return null;
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(seconds)} />
    </noscript>
  );
}
