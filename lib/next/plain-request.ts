/**
 * The request as the platform's own class. Next hands routes an object that only stands for one; a library that makes a
 * new request of it, as Hono does to measure a body of unknown length, fails.
 */
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
