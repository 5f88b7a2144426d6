import { expect, test } from "playwright/test";
import { listenTo } from "../kit/listen.ts";
import { goToPay } from "../kit/people.ts";
import { servers, shopOf } from "../kit/servers.ts";

test("control: the purchases' listener finds errors of a page, also in a frame", async ({
  page,
}) => {
  const heard = listenTo(page.context());
  const { checkout } = await goToPay(page, shopOf(servers().app));
  await expect(checkout.getByRole("heading", { name: "Scan with your phone" })).toBeVisible();
  const frame = page.frames().find((candidate) => candidate.url().includes("/checkout?"));
  expect(frame).toBeDefined();
  await frame?.evaluate(async () => {
    // biome-ignore lint/suspicious/noConsole: this is what is listened for
    console.warn("provoked");
    const empty = document.body.appendChild(document.createElement("iframe"));
    empty.contentWindow?.postMessage("x", "https://elsewhere.example");
    await fetch("/checkout/events");
    setTimeout(() => {
      throw new Error("thrown");
    });
  });
  for (const expected of [/^warning: provoked/, /postMessage/, /^404 /, /^error: thrown/]) {
    await expect.poll(() => heard).toContainEqual(expect.stringMatching(expected));
  }
});

test("files that browsers and robots request exist", async ({ request }) => {
  const { app, first } = servers();
  expect((await request.get(app.url)).status()).toBe(200);
  const types = { "/favicon.ico": "image/x-icon", "/apple-touch-icon.png": "image/png" };
  for (const [path, type] of Object.entries(types)) {
    const response = await request.get(app.url + path);
    expect([response.status(), response.headers()["content-type"]]).toEqual([200, type]);
  }
  const robots = await request.get(`${app.url}/robots.txt`);
  expect(await robots.text()).toMatch(/^User-agent: \*\nDisallow: \/$/m);
  expect((await request.get(`${app.url}/.well-known/security.txt`)).status()).toBe(404);
  const named = await request.get(`${first.url}/.well-known/security.txt`);
  expect(await named.text()).toMatch(/^Contact: mailto:security@bankside\.example$/m);
});
