"use client";

import { useEffect, useState } from "react";
import { embedCheckPath } from "./links.ts";

type Words = Record<
  "topLevel" | "scripts" | "opaque" | "ownOrigin" | "around" | "aroundUnknown" | "check",
  string
>;

type Seen = { isFramed: boolean; isOpaque: boolean; around: string[] };

/** Empty before scripts run. */
export function FrameReport({ reference, words }: { reference: string; words: Words }) {
  const [seen, setSeen] = useState<Seen>();
  useEffect(() => setSeen(look()), []);
  if (!seen) return null;
  if (!seen.isFramed) return <p>{words.topLevel}</p>;
  const [nearest = ""] = seen.around;
  return (
    <>
      <ul role="status" className="grid list-disc gap-2 ps-5">
        <li>{words.scripts}</li>
        <li>{seen.isOpaque ? words.opaque : words.ownOrigin}</li>
        <li className="wrap-anywhere">
          {nearest
            ? words.around.replace("{origins}", seen.around.join(", "))
            : words.aroundUnknown}
        </li>
      </ul>
      <a
        href={embedCheckPath({ reference, origin: nearest })}
        target="_blank"
        rel="noopener"
        className="link"
      >
        {words.check}
      </a>
    </>
  );
}

function look(): Seen {
  const ancestors = [...(window.location.ancestorOrigins ?? [])];
  const referrer = URL.canParse(document.referrer) ? [new URL(document.referrer).origin] : [];
  return {
    isFramed: window.parent !== window,
    isOpaque: window.origin === "null",
    // Firefox has no `ancestorOrigins`; the referrer is the nearest ancestor.
    around: ancestors.length > 0 ? ancestors : referrer,
  };
}
