import { Countdown } from "./countdown.tsx";
import type { ScreenProps } from "./screen.ts";

export function Expiry({ view, text }: ScreenProps) {
  const { checkout } = text.messages;
  const left = (time: string) => text.format(checkout.expiresSoon, { time });
  return (
    <Countdown
      expiresAt={view.expiresAt}
      remainingMs={Math.max(0, Date.parse(view.expiresAt) - Date.now())}
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
