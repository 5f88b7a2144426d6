import { expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { servers } from "../kit/servers.ts";

const OURS = /^<script type="module" src="\/script\/(page|demo)-\w+\.js" nonce="[^"]+">$/;

/** What Next and React put into a page for a browser that runs them. */
const THEIRS = [
  "<!--",
  "__next",
  "$RC(",
  "$ACTION_REF_",
  "$ACTION_KEY",
  'as="script"',
  'rel="modulepreload"',
  "data-markup",
];

const countOf = (html: string, part: string) => html.split(part).length - 1;

// docs/light-pages.md: run it after an upgrade of Next.
test("nothing of Next and React is left in a light page, and nothing of its content is missing", async ({
  request,
}) => {
  const { url } = servers().app;
  const { redirectUrl, reference } = await createMerchantServer(request, servers().app).create();
  for (const [address, words] of [
    [redirectUrl, "€12.50"],
    [`${redirectUrl}&confirm=cancel`, "Yes, cancel"],
    [`${url}/pay/${reference}`, "€12.50"],
    [`${url}/checkout?reference=unknown`, "</h1>"],
    [`${url}/sandbox/shop`, "</h1>"],
    [`${url}/embed-check/frame`, "</h1>"],
  ] as const) {
    const html = await (await request.get(address, { headers: { Accept: "text/html" } })).text();
    const [head = "", body = ""] = html.split("</head>");
    const scripts = html.match(/<script\b[^>]*>/g) ?? [];
    const foreign = scripts.filter((tag) => !OURS.test(tag) && !/ data-own[ =>]/.test(tag));
    expect(foreign, address).toEqual([]);
    expect(head.match(/<script\b[^>]*>/g)?.filter((tag) => OURS.test(tag)).length, address).toBe(1);
    expect(
      THEIRS.filter((part) => html.includes(part)),
      address,
    ).toEqual([]);
    expect(html.match(/\/_next\/[^"]*\.js/g), address).toBeNull();
    expect(countOf(head, '<link rel="expect" href="#page-end" blocking="render">'), address).toBe(
      1,
    );
    expect(countOf(html, '<template id="page-end"></template></body>'), address).toBe(1);
    expect(body, address).toContain(words);
  }
});

test("a light page's form reaches its server action without scripts", async ({
  browser,
  request,
}) => {
  const merchant = createMerchantServer(request, servers().app);
  const { id, redirectUrl } = await merchant.create();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${redirectUrl}&confirm=cancel`);
  await page.getByRole("button", { name: "Yes, cancel" }).click();
  await expect.poll(async () => (await merchant.read(id)).status).toBe("failed");
  await context.close();
});
