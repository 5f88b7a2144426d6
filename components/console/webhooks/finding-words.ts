import type { MerchantText } from "#lib/platform/i18n/format.ts";
import { type Finding, isGood } from "#lib/webhooks/signatures/signature-check.ts";
import type { CheckResult } from "./signature-checker.tsx";

export function checkWords(
  text: MerchantText,
  findings: Finding[],
  now: Date,
): Pick<CheckResult, "isRight" | "summary" | "findings"> {
  const words = text.messages.webhooks.check;
  const bad = findings.filter((finding) => !isGood(finding));
  const isGenuine = findings.some(({ verdict }) => verdict === "right");
  const isRight = bad.length === 0;
  const isOnlyLate = isGenuine && bad.every(({ check }) => check === "timestamp");
  return {
    isRight: isRight || isOnlyLate,
    summary: isRight ? words.right : isOnlyLate ? words.rightButOld : words.wrong,
    findings: findings.map((finding) => ({
      label: words.checks[finding.check],
      isGood: isGood(finding),
      words: findingWords(text, finding, now),
    })),
  };
}

function findingWords(text: MerchantText, finding: Finding, now: Date): string {
  const words = text.messages.webhooks.check.findings;
  switch (finding.verdict) {
    case "header_missing":
      return text.format(words.header_missing, { missing: finding.missing.join(", ") });
    case "too_old": {
      const sentAt = new Date(now.getTime() - finding.seconds * 1000);
      return text.format(words.too_old, { ago: text.ago(sentAt, now) });
    }
    case "in_future":
      return text.format(words.in_future, { seconds: finding.seconds });
    case "right":
      return words.right_signature;
    default:
      return words[finding.verdict];
  }
}
