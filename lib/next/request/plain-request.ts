/** Next passes a stand-in for `Request`, which libraries fail to copy. */
export function plainRequest(request: Request): Request {
  const { method, headers, body, signal } = request;
  const hasBody = body !== null && method !== "GET" && method !== "HEAD";
  return new Request(request.url, {
    method,
    headers,
    signal,
    ...(hasBody && { body, duplex: "half" }),
  });
}
