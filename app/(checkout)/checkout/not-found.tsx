import { PlainPage } from "#components/ui/plain-page.tsx";
import { requestText } from "#lib/next/text.ts";

export default async function CheckoutNotFound() {
  const { title, lead } = (await requestText()).messages.checkout.unknown;
  return <PlainPage title={title} lead={lead} />;
}
