import type { Metadata } from "next";
import { AccessibilityContent } from "#components/information/accessibility-content.tsx";
import { requestText } from "#lib/next/request/text.ts";
import { loadEnv } from "#lib/platform/configuration/env.ts";
import { operatorOf } from "#lib/platform/configuration/operator.ts";
import { InformationPage, type Query, readReference } from "../information-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestText()).messages.information.accessibility.title };
}

export default async function Page({ searchParams }: { searchParams: Query }) {
  const [text, reference] = await Promise.all([requestText(), readReference(searchParams)]);
  const { title, lead } = text.messages.information.accessibility;
  return (
    <InformationPage text={text} title={title} lead={lead} reference={reference}>
      <AccessibilityContent text={text} email={operatorOf(loadEnv())?.email} />
    </InformationPage>
  );
}
