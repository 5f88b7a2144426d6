"use client";

import { useEffect, useRef, useState } from "react";

type Props = {
  text: string;
  /** Text and version change together; a new version is read out. */
  version: string;
};

/** Reads `text` out when `version` changes. The first version is what the reader finds on the page. */
export function Announcement({ text, version }: Props) {
  const earlier = useRef(version);
  const [said, setSaid] = useState<Props>();
  useEffect(() => {
    if (earlier.current !== version) setSaid({ text, version });
    earlier.current = version;
  }, [text, version]);
  return (
    <div role="status" className="sr-only">
      {/* A new element: unchanged text is not read out again. */}
      {said && <span key={said.version}>{said.text}</span>}
    </div>
  );
}
