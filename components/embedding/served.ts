/** What the headers of the checkout, as they arrived, say of frames. */
export type Served = "waiting" | "fine" | "failed" | "ancestors" | { frameOptions: string };

/** What something on the way did to the headers of a page of ours; browsers join repeated ones by commas. */
export function servedFault(headers: Pick<Headers, "get">): Served {
  const frameOptions = headers.get("x-frame-options");
  if (frameOptions !== null) return { frameOptions };
  const policies = headers.get("content-security-policy") ?? "";
  const named = policies.match(/(^|[;,\s])frame-ancestors\s/gi) ?? [];
  return named.length === 1 && !policies.includes(",") ? "fine" : "ancestors";
}
