import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type APIRequestContext, expect, type Page } from "playwright/test";
import { z } from "zod";

const demoSchema = z.object({ keys: z.object({ web: z.string() }) });
const createdSchema = z.object({ id: z.string(), reference: z.string(), redirectUrl: z.string() });

/** Default: the demo shop's key. */
export function createMerchantServer(
  request: APIRequestContext,
  server: { url: string; dataDir: string },
  apiKey = demoKey(server),
) {
  const headers = { "X-API-Key": apiKey };

  return {
    async create(fields: Record<string, unknown> = {}) {
      const data = { amount: 1250, currency: "EUR", externalId: crypto.randomUUID(), ...fields };
      const response = await request.post(`${server.url}/api/transactions`, { headers, data });
      expect(response.status()).toBe(201);
      return { ...createdSchema.parse(await response.json()), externalId: data.externalId };
    },
    async drive(id: string, outcome: string) {
      const url = `${server.url}/api/test/transactions/${id}/outcome`;
      const response = await request.post(url, { headers, data: { outcome } });
      expect(response.status()).toBe(200);
    },
    async cancel(id: string) {
      const response = await request.post(`${server.url}/api/transactions/${id}/cancel`, {
        headers,
      });
      expect(response.status()).toBe(200);
    },
    async read(id: string) {
      const response = await request.get(`${server.url}/api/transactions/${id}`, { headers });
      return z
        .object({ status: z.string(), failureReason: z.string().nullable() })
        .parse(await response.json());
    },
  };
}

function demoKey({ dataDir }: { dataDir: string }): string {
  return demoSchema.parse(JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"))).keys.web;
}

/** `pages` maps paths to HTML. */
export async function hostShop(page: Page, origin: string, pages: Record<string, string> = {}) {
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const body =
      pages[pathname] ?? `<!doctype html><html lang="en"><title>Shop</title><h1>${pathname}</h1>`;
    return route.fulfill({ contentType: "text/html", body });
  });
}
