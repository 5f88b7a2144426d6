import type { Metadata } from "next";
import { InformationContent } from "#components/information/information-content.tsx";
import { requestText } from "#lib/next/request/text.ts";
import { loadEnv } from "#lib/platform/configuration/env.ts";
import { operatorOf } from "#lib/platform/configuration/operator.ts";
import { getServices } from "#lib/services/index.ts";
import { InformationPage, type Query, readReference } from "../information-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await requestText()).messages.information.title };
}

export default async function Page({ searchParams }: { searchParams: Query }) {
  const [text, reference, { sandboxEnabled }] = await Promise.all([
    requestText(),
    readReference(searchParams),
    getServices(),
  ]);
  const { title, lead } = text.messages.information;
  return (
    <InformationPage text={text} title={title} lead={lead} reference={reference}>
      <InformationContent
        text={text}
        operator={operatorOf(loadEnv())}
        isTest={await sandboxEnabled()}
        reference={reference}
      />
    </InformationPage>
  );
}
