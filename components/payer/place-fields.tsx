import type { ScreenProps } from "#components/checkout/screen.ts";

/** Which payment a form belongs to, and in which language it goes on. */
export function PlaceFields({ view, text }: ScreenProps) {
  return (
    <>
      <input type="hidden" name="flow" value={view.flow} />
      <input type="hidden" name="reference" value={view.reference} />
      {text.linkQuery.lang && <input type="hidden" name="lang" value={text.linkQuery.lang} />}
    </>
  );
}
