import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requestText } from "#lib/next/request/text.ts";
import { readSum } from "../fixture.ts";
import { findFixture } from "../fixtures.tsx";

type Props = { params: Promise<{ state: string }>; searchParams: Promise<unknown> };

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await show(props)).title };
}

/** One shopper screen with sample data, for tests and screenshots. */
export default async function GalleryStatePage(props: Props) {
  return (await show(props)).page;
}

async function show({ params, searchParams }: Props) {
  const fixture = findFixture((await params).state);
  if (!fixture) notFound();
  return fixture(await requestText(), readSum(await searchParams));
}
