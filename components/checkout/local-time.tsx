"use client";

import { useEffect, useState } from "react";

type Props = { at: string; utc: string; language: string };

/** In UTC until the browser's time zone is known. */
export function LocalTime({ at, utc, language }: Props) {
  const [local, setLocal] = useState<string>();
  useEffect(() => {
    const format = new Intl.DateTimeFormat(language, {
      day: "numeric",
      month: "long",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      timeZoneName: "short",
    });
    setLocal(format.format(new Date(at)));
  }, [at, language]);
  return (
    // Right-aligned text of another length starts elsewhere. A new element avoids a layout shift.
    <time key={local} dateTime={at} title={utc}>
      {local ?? utc}
    </time>
  );
}
