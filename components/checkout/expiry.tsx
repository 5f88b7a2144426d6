import { languageOf } from "#lib/platform/i18n/locale.ts";
import { Countdown } from "./countdown.tsx";
import { LocalTime } from "./local-time.tsx";
import type { ScreenProps } from "./screen.ts";

/** Longer, a day says more than seconds. */
const COUNTED_MS = 24 * 60 * 60_000;

const remainingMsOf = (expiresAt: string) => Math.max(0, Date.parse(expiresAt) - Date.now());

/** With the day, if that may be another one. */
export function timeToPay(expiresAt: string, text: ScreenProps["text"]): string {
  return remainingMsOf(expiresAt) > COUNTED_MS ? text.dateTime(expiresAt) : text.time(expiresAt);
}

export function Expiry({ view, text }: ScreenProps) {
  const { checkout } = text.messages;
  const remainingMs = remainingMsOf(view.expiresAt);
  if (remainingMs > COUNTED_MS) return <ExpiryDay view={view} text={text} />;
  const left = (time: string) => text.format(checkout.expiresSoon, { time });
  return (
    <Countdown
      expiresAt={view.expiresAt}
      remainingMs={remainingMs}
      serverText={text.format(checkout.expiresAt, { time: text.time(view.expiresAt) })}
      template={text.format(checkout.expiresIn, { time: "{time}" })}
      announcements={[
        { seconds: 180, text: left(checkout.threeMinutes) },
        { seconds: 60, text: left(checkout.oneMinute) },
        { seconds: 30, text: left(checkout.thirtySeconds) },
      ]}
    />
  );
}

function ExpiryDay({ view, text }: ScreenProps) {
  const { tag } = languageOf(text.locale);
  const [before = "", after = ""] = text.messages.checkout.expiresOn.split("{time}");
  return (
    <p className="text-center text-muted text-sm">
      {before}
      <LocalTime at={view.expiresAt} utc={text.dateTime(view.expiresAt)} language={tag} />
      {after}
    </p>
  );
}
