import { ReceiptStep, receiptMetadata } from "../../../../(payer)/steps/receipt-step.tsx";
import type { PageProps } from "../../../../(payer)/steps/visit.ts";

export const generateMetadata = (props: PageProps) => receiptMetadata({ ...props, flow: "direct" });

export default function ReceiptPage(props: PageProps) {
  return <ReceiptStep {...props} flow="direct" />;
}
