import { listsLanguages } from "#lib/next/text.ts";

/** Only without scripts, and not while the reader selects a language. */
export async function Refresh({ seconds }: { seconds: number }) {
  if (await listsLanguages()) return null;
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(seconds)} />
    </noscript>
  );
}
