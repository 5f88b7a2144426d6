import type { ScreenProps } from "./screen.ts";

export function OrderFields({ view, text }: ScreenProps) {
  return (
    <>
      <input type="hidden" name="reference" value={view.reference} />
      {text.linkQuery.lang && <input type="hidden" name="lang" value={text.linkQuery.lang} />}
    </>
  );
}
