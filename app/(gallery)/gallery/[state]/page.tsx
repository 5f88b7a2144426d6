import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requestText } from "#lib/next/text.ts";
import { findFixture } from "../fixtures.tsx";

type Props = { params: Promise<{ state: string }> };

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await show(props)).title };
}

/** One shopper screen with sample data, for tests and screenshots. */
export default async function GalleryStatePage(props: Props) {
  return (await show(props)).page;
}

async function show({ params }: Props) {
  const fixture = findFixture((await params).state);
  if (!fixture) notFound();
  return fixture(await requestText());
}
