import { ReceiptStep, receiptMetadata } from "../../../steps/receipt-step.tsx";
import type { PageProps } from "../../../steps/visit.ts";

export const generateMetadata = (props: PageProps) => receiptMetadata({ ...props, flow: "web" });

export default function ReceiptPage(props: PageProps) {
  return <ReceiptStep {...props} flow="web" />;
}
