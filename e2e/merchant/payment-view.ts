import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Browser, Page } from "playwright/test";
import { z } from "zod";
import { openWebview } from "../payer/app-user.ts";

const openSchema = z.object({ address: z.url(), scheme: z.string() });

/**
 * A browser for programs without one. `POST /open` loads `{address, scheme}` in a new webview. `GET /returned` responds
 * with the link when the page redirects to that scheme, `GET /left` when the user clicks it. `POST /moved/…` redirects to
 * `movedTo`.
 */
export async function startPaymentView(browser: Browser, movedTo: string) {
  let page: Page | undefined;
  let returned: Promise<string> | undefined;

  const routes: Record<string, (body: string) => Promise<string>> = {
    "POST /open": async (body) => {
      const { address, scheme } = openSchema.parse(JSON.parse(body));
      await page?.context().close();
      page = await openWebview(browser);
      returned = page
        .waitForRequest((sent) => sent.url().startsWith(`${scheme}:`), { timeout: 30_000 })
        .then((sent) => sent.url());
      returned.catch(() => undefined);
      await page.goto(address);
      await page.getByRole("heading", { name: "Choose your bank" }).waitFor();
      return "";
    },
    "GET /returned": async () => {
      // A redirect to the app aborts this navigation.
      await page?.reload().catch(() => undefined);
      return (await returned) ?? "";
    },
    "GET /left": async () => {
      await page?.reload();
      await page?.getByRole("link", { name: "Back to the app" }).click();
      return (await returned) ?? "";
    },
  };

  const server = createServer(async (request, response) => {
    const { method, url = "" } = request;
    if (url.startsWith("/moved/")) {
      response.writeHead(307, { Location: movedTo + url.slice("/moved".length) }).end();
      return;
    }
    const body = await text(request);
    try {
      response.end(await routes[`${method} ${url}`]?.(body));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    await page?.context().close();
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${port}`, close };
}
