import type { Metadata } from "next";
import { type Query, single } from "../open-shop.ts";
import { ReturnPage, returnMetadata } from "../return-page.tsx";

type Props = { searchParams: Promise<Query> };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return returnMetadata(single((await searchParams)["orderId"]));
}

export default async function SuccessPage({ searchParams }: Props) {
  return <ReturnPage returned="success" query={await searchParams} />;
}
