import { BankStep, bankMetadata } from "../../../steps/bank-step.tsx";
import type { PageProps } from "../../../steps/visit.ts";

export const generateMetadata = () => bankMetadata();

export default function BankPage(props: PageProps) {
  return <BankStep {...props} flow="web" />;
}
