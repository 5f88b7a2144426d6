import { z } from "zod";
import { matches, type Route } from "./routes.ts";
import { createVisitor, type Form, type Page, type Visitor } from "./visitor.ts";

const PHONE =
  "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/121.0.0.0 Mobile Safari/537.36";

export const demoSchema = z.object({
  keys: z.object({ web: z.string(), direct: z.string() }),
  console: z.object({ email: z.string(), password: z.string() }),
});

export type Sample = { url: string; visitor: Visitor };

export type Stage = {
  /** Query parameters in links and forms. */
  names: Set<string>;
  samples: Map<string, Sample>;
  forms: { form: Form; visitor: Visitor }[];
};

/**
 * Follows every link of the demo without scripts, to find an address per route and every form. Of addresses that differ
 * only in values, each visitor opens two. Unless `isThorough`, it opens one per route.
 */
export async function setStage(
  origin: string,
  demo: z.infer<typeof demoSchema>,
  routes: Route[],
  isThorough: boolean,
): Promise<Stage> {
  const stage: Stage = { samples: new Map(), forms: [], names: new Set() };
  const seen = new Set<string>();
  const know = (page: Page, visitor: Visitor) => note(stage, routes, seen, page, visitor);

  const often = isThorough ? 2 : 1;
  const shapeOf = (pattern: string, search: string) =>
    isThorough ? `${pattern}?${[...new URLSearchParams(search).keys()]}` : pattern;

  async function roam(visitor: Visitor, ...starts: string[]): Promise<void> {
    const waiting = [...starts];
    const shapes = new Map<string, number>();
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      const { pathname, search, hostname } = new URL(url);
      const pattern = routes.find((route) => matches(route.pattern, pathname))?.pattern;
      if (!pattern || !["localhost", "127.0.0.1"].includes(hostname)) continue;
      const shape = shapeOf(pattern, search);
      const count = shapes.get(shape) ?? 0;
      if (count >= often) continue;
      shapes.set(shape, count + 1);
      const page = await visitor.visit(url);
      know(page, visitor);
      waiting.push(...page.links);
    }
  }

  const post = async (path: string, headers: Record<string, string>, body: object) => {
    const init = { method: "POST", body: JSON.stringify(body) };
    const type = { "Content-Type": "application/json" };
    const response = await fetch(`${origin}/api${path}`, {
      ...init,
      headers: { ...type, ...headers },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const order = { amount: 1250, currency: "EUR" };
  const key = { "X-API-Key": demo.keys.web };
  const create = () => post("/transactions", key, { ...order, externalId: crypto.randomUUID() });

  async function verify(visitor: Visitor, start: Page): Promise<Page> {
    know(start, visitor);
    const email = `payer-${crypto.randomUUID()}@mail.example`;
    const asked = await visitor.submit(start, "email", { email });
    know(asked, visitor);
    const mail = await visitor.visit(`${origin}/sandbox/mail?to=${encodeURIComponent(email)}`);
    const [code = ""] = /\b\d{6}\b/.exec(mail.html.replace(/<[^>]*>/g, " ")) ?? [];
    return visitor.submit(asked, "code", { code });
  }

  // By the link, and in a webview.
  async function goToBank(visitor: Visitor, start: string): Promise<void> {
    const entry = await visitor.visit(start);
    const inside = entry.links.find((link) => new URL(link).pathname.startsWith("/secure/"));
    const banks = await verify(visitor, inside ? await visitor.visit(inside) : entry);
    know(banks, visitor);
    const bank = await visitor.submit(banks, "orderDigest", { bank: "sandbox" });
    await roam(visitor, bank.url, banks.url);
  }

  async function shop(): Promise<void> {
    const shopper = createVisitor();
    const start = `${origin.replace("localhost", "127.0.0.1")}/sandbox`;
    const cart = await shopper.submit(await shopper.visit(`${start}/shop`), "productId");
    const order1 = await shopper.submit(cart, "Pay");
    know(cart, shopper);
    await roam(
      shopper,
      order1.url,
      `${start}/shop`,
      `${start}/app`,
      origin,
      `${origin}/embed-check`,
    );
  }

  async function pay(): Promise<void> {
    const payer = createVisitor(PHONE);
    const { redirectUrl, reference } = await create();
    await roam(payer, redirectUrl, `${origin}/pay/${reference}`);
    await goToBank(payer, `${origin}/pay/${reference}/bank`);
    await roam(createVisitor(), paid.redirectUrl);
  }

  async function payInApp(): Promise<void> {
    const app = createVisitor(PHONE);
    const { token } = await post("/auth/verify-apikey", { "X-API-Key": demo.keys.direct }, {});
    const direct = await post(
      "/transactions",
      { Authentication: `Bearer ${token}` },
      { ...order, source: "sdk_integration" },
    );
    await goToBank(app, `${direct.redirectUrl}&jwt=${token}&redirect-url=demo`);
  }

  async function manage(): Promise<void> {
    const owner = createVisitor();
    const signIn = await owner.visit(`${origin}/console/sign-in`);
    know(signIn, owner);
    await owner.submit(signIn, "password", demo.console);
    const places = ["console", "console/profile", "console/webhooks"];
    await roam(owner, ...places.map((place) => `${origin}/${place}`));
    const doors = ["sign-up", "forgot-password", "sign-in"];
    await roam(createVisitor(), ...doors.map((page) => `${origin}/console/${page}`));
  }

  // For the console's webhook pages.
  const paid = await create();
  await post(`/test/transactions/${paid.id}/outcome`, key, { outcome: "approve" });
  await Promise.all([shop(), pay(), payInApp(), manage()]);
  return stage;
}

function note(
  { samples, forms, names: parameters }: Stage,
  routes: Route[],
  seen: Set<string>,
  { url, status, forms: shown, links }: Page,
  visitor: Visitor,
): void {
  const { pathname } = new URL(url);
  const pattern = routes.find((route) => matches(route.pattern, pathname))?.pattern;
  const asked = shown.filter(({ method }) => method === "GET").flatMap(({ fields }) => fields);
  const linked = links.flatMap((link) => [...new URL(link).searchParams]);
  for (const [name] of [...asked, ...linked]) parameters.add(name);
  if (pattern && status === 200 && !samples.has(pattern)) samples.set(pattern, { url, visitor });
  for (const form of shown.filter(({ url: target }) => target.startsWith("http"))) {
    const names = form.fields.map(([name]) => name).filter((name) => name !== "lang");
    const place = names[0]?.startsWith("$ACTION_ID") ? "" : pattern;
    const key = `${place} ${form.method} ${[...new Set(names)]}`;
    if (!seen.has(key)) forms.push({ form, visitor });
    seen.add(key);
  }
}

/** Built from related routes if none was seen. */
export function targetsOf({ samples }: Stage, routes: Route[]): Target[] {
  const fallback = samples.get("/checkout");
  if (!fallback) throw new Error("no checkout was seen");
  const { reference } = Object.fromEntries(new URL(fallback.url).searchParams);
  const known = new Map<string, string>();
  for (const [pattern, { url }] of samples) {
    const values = new URL(url).pathname.split("/");
    const parts = pattern.split("/");
    parts.forEach((part, at) => {
      const place = parts.slice(0, at + 1).join("/");
      if (part.startsWith("[")) known.set(place, values[at] ?? "x");
    });
  }
  return routes.map((route) => {
    const parts = route.pattern.split("/");
    const path = parts
      .map((part, at) =>
        part.startsWith("[") ? (known.get(parts.slice(0, at + 1).join("/")) ?? "x") : part,
      )
      .join("/");
    const near = [...samples].find(([pattern]) => route.pattern.startsWith(`${pattern}/`));
    const { url, visitor } = samples.get(route.pattern) ?? near?.[1] ?? fallback;
    const { origin, search, searchParams } = new URL(url);
    const query =
      searchParams.size > 0 && samples.has(route.pattern) ? search : `?reference=${reference}`;
    return { route, origin, path, query, cookie: visitor.cookies(url), agent: visitor.userAgent };
  });
}

export type Target = {
  route: Route;
  origin: string;
  path: string;
  query: string;
  cookie: string;
  agent: string;
};
