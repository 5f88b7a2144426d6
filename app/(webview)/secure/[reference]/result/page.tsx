import { ResultStep, resultMetadata } from "../../../../(payer)/steps/result-step.tsx";
import type { PageProps } from "../../../../(payer)/steps/visit.ts";

export const generateMetadata = (props: PageProps) => resultMetadata({ ...props, flow: "direct" });

export default function ResultPage(props: PageProps) {
  return <ResultStep {...props} flow="direct" />;
}
