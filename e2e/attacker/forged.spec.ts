import { type APIRequestContext, expect, test } from "playwright/test";
import { createMerchantServer } from "../kit/merchant.ts";
import { chooseBank } from "../kit/people.ts";
import { servers } from "../kit/servers.ts";
import { takeKnownPhone } from "../payer/known-payer.ts";

const FORGED: [string, Record<string, string>][] = [
  ["no Origin", {}],
  ["an opaque Origin", { Origin: "null" }],
  ["a foreign Origin", { Origin: "https://evil.example" }],
];

test("the checkout is not cancelled by a form that another site sent", async ({ request }) => {
  const { app } = servers();
  const merchant = createMerchantServer(request, app);
  const { id, reference } = await merchant.create();
  const address = `${app.url}/checkout?reference=${reference}&confirm=cancel`;
  const multipart = await readHiddenFields(request, address);
  expect(multipart["reference"]).toBe(reference);
  expect(Object.keys(multipart).some((name) => name.startsWith("$ACTION_"))).toBe(true);
  for (const [what, headers] of FORGED) {
    await request.post(address, { headers, multipart, maxRedirects: 0 });
    expect(await merchant.read(id), what).toEqual({ status: "pending", failureReason: null });
  }
  // With the right Origin it works, so nothing else blocked the forged forms.
  await request.post(address, { headers: { Origin: app.url }, multipart, maxRedirects: 0 });
  expect(await merchant.read(id)).toEqual({ status: "failed", failureReason: "cancelled" });
});

test("the sandbox bank refuses a decision from a form that another site sent", async ({
  browser,
  request,
}) => {
  const { app } = servers();
  const merchant = createMerchantServer(request, app);
  const { id, reference } = await merchant.create();
  const page = await takeKnownPhone(browser);
  await page.goto(`${app.url}/pay/${reference}`);
  await chooseBank(page);
  await expect(page.getByRole("heading", { name: /^Sign in/ })).toBeVisible();
  const approval = new URL(page.url());
  expect(approval.pathname).toMatch(/^\/sandbox\/bank\/approve\/[\w-]+$/);
  const address = `${approval.origin}${approval.pathname}/decision`;
  const before = await merchant.read(id);
  const decide = (headers: Record<string, string>) =>
    request.post(address, { headers, form: { decision: "cancel" }, maxRedirects: 0 });
  for (const [what, headers] of FORGED) {
    expect((await decide(headers)).status(), what).toBe(403);
    expect(await merchant.read(id), what).toEqual(before);
  }
  // An undecided payment still asks for a sign-in.
  await page.reload();
  await expect(page.getByRole("heading", { name: /^Sign in/ })).toBeVisible();
  expect((await decide({ Origin: app.url })).status()).toBe(303);
});

test("the sandbox bank grants access only to our own address, and from its own page", async ({
  request,
}) => {
  const { app } = servers();
  const address = `${app.url}/sandbox/bank/authorize`;
  const fields = {
    response_type: "code",
    client_id: "bankside",
    redirect_uri: `${app.url}/bank/return`,
    scope: "PIS",
    state: "a-state",
    code_challenge: "c".repeat(43),
    code_challenge_method: "S256",
  };
  const grant = (headers: Record<string, string>, change = {}) => {
    const form = { ...fields, login: "jane", ...change };
    return request.post(`${address}/decision`, { headers, form, maxRedirects: 0 });
  };
  const own = { Origin: app.url };
  for (const [what, headers] of FORGED) {
    expect((await grant(headers)).status(), what).toBe(403);
  }
  const foreign = { redirect_uri: "https://evil.example/bank/return" };
  for (const change of [foreign, { ...foreign, decision: "cancel" }, { code_challenge: "" }]) {
    const response = await grant(own, change);
    expect([response.status(), response.headers()["location"]]).toEqual([404, undefined]);
    const page = await request.get(address, { params: { ...fields, ...change } });
    expect(page.status()).toBe(404);
  }
  // With the right fields it works, so nothing else blocked the forged ones.
  expect((await request.get(address, { params: fields })).status()).toBe(200);
  const granted = await grant(own);
  expect(granted.status()).toBe(303);
  expect(granted.headers()["location"]).toContain(`${app.url}/bank/return?state=a-state&`);
});

/** A form's hidden fields, as a browser without scripts sends them. */
async function readHiddenFields(
  request: APIRequestContext,
  address: string,
): Promise<Record<string, string>> {
  const response = await request.get(address);
  expect(response.status()).toBe(200);
  const [form = ""] = /<form[^>]*>.*?<\/form>/s.exec(await response.text()) ?? [];
  const inputs = form.match(/<input[^>]*type="hidden"[^>]*>/g) ?? [];
  return Object.fromEntries(
    inputs.map((input) => [attributeOf(input, "name"), attributeOf(input, "value")]),
  );
}

function attributeOf(tag: string, name: string): string {
  const [, value = ""] = new RegExp(` ${name}="([^"]*)"`).exec(tag) ?? [];
  return value.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
}
