import { BankStep, bankMetadata } from "../../../../(payer)/steps/bank-step.tsx";
import type { PageProps } from "../../../../(payer)/steps/visit.ts";

export const generateMetadata = () => bankMetadata();

export default function BankPage(props: PageProps) {
  return <BankStep {...props} flow="direct" />;
}
