import type { Metadata } from "next";
import { requestText } from "#lib/next/request/text.ts";
import { AgainContent, againWords } from "./again-content.tsx";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return { title: (await wordsOf(searchParams)).title };
}

export default async function StartAgainPage({ searchParams }: Props) {
  return <AgainContent words={await wordsOf(searchParams)} text={await requestText()} />;
}

async function wordsOf(searchParams: Props["searchParams"]) {
  return againWords((await searchParams)["problem"], await requestText());
}
