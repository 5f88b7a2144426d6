import type { BrowserContext, Page } from "playwright/test";

/** Collects errors and warnings of all frames. */
export function listenTo(context: BrowserContext): string[] {
  const heard: string[] = [];
  const listen = (page: Page) => {
    page.on("console", (message) => heard.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => heard.push(`error: ${error.message}`));
  };
  context.pages().forEach(listen);
  context.on("page", listen);
  context.on("response", (response) => {
    if (response.status() >= 400) heard.push(`${response.status()} ${response.url()}`);
  });
  context.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    // A live stream ends with its page.
    if (why !== "net::ERR_ABORTED") heard.push(`${why} ${request.url()}`);
  });
  return heard;
}
