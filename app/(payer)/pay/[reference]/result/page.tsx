import { ResultStep, resultMetadata } from "../../../steps/result-step.tsx";
import type { PageProps } from "../../../steps/visit.ts";

export const generateMetadata = (props: PageProps) => resultMetadata({ ...props, flow: "web" });

export default function ResultPage(props: PageProps) {
  return <ResultStep {...props} flow="web" />;
}
