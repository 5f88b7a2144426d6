import { Banner } from "#components/ui/banner.tsx";
import type { AppWords } from "./app-frame.tsx";

type Props = { words: AppWords["problems"]; problem: string };

/** `problem` is a code of the SDK or of the payment service. */
export function ProblemBanner({ words, problem }: Props) {
  return (
    <Banner tone="negative" alert>
      {isKnown(words, problem) ? words[problem] : words.other}
    </Banner>
  );
}

function isKnown<T extends object>(words: T, code: string): code is Extract<keyof T, string> {
  return Object.hasOwn(words, code);
}
