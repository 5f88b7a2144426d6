/** Next passes routes a stand-in for `Request`. Libraries that copy it fail, such as Hono for a body of unknown length. */
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
