import type { Metadata } from "next";
import { ShopFrame } from "#components/sandbox/shop/shop-frame.tsx";
import { PageTitle } from "#components/ui/page-title.tsx";
import { merchantText } from "#lib/next/request/text.ts";
import { getServices } from "#lib/services/index.ts";
import { isShopOpen } from "./open-shop.ts";

export async function generateMetadata(): Promise<Metadata> {
  const { messages } = await merchantText();
  return { title: { absolute: messages.shop.closed.tab } };
}

export default async function ShopNotFound() {
  const services = await getServices();
  const text = await merchantText();
  const words = text.messages.shop.closed;
  const isUnset = (await services.sandboxEnabled()) && !(await isShopOpen());
  return (
    <ShopFrame text={text}>
      <PageTitle lead={isUnset ? words.lead : words.missingLead}>
        {isUnset ? words.title : words.missing}
      </PageTitle>
    </ShopFrame>
  );
}
