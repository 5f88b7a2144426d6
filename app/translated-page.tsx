import type { ReactNode } from "react";
import { LanguagePicker } from "#components/checkout/language-picker.tsx";
import { PlainPage } from "#components/ui/plain-page.tsx";
import { requestLanguages } from "#lib/next/request/text.ts";
import type { Text } from "#lib/platform/i18n/format.ts";

type Props = { title: string; lead: string; text: Text; top?: ReactNode; children?: ReactNode };

export async function TranslatedPage({ text, ...page }: Props) {
  const choice = await requestLanguages(text);
  return <PlainPage {...page} footer={<LanguagePicker text={text} choice={choice} />} />;
}
