import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { type Cart, PRODUCTS, totalOf } from "../shared/products.ts";
import { openOrders, type Transaction } from "./orders.ts";

const MAX_BODY_BYTES = 65_536;
const MAX_QUANTITY = 99;

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: see server/.env.example`);
  return value;
}

const api = required("BANKSIDE_API").replace(/\/+$/, "");
const apiKey = required("BANKSIDE_API_KEY");
const webhook = new Webhook(required("BANKSIDE_WEBHOOK_SECRET"));
const orders = openOrders(process.env.DATABASE || "app.sqlite");

class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The body exactly as it came: a webhook's signature covers these bytes. */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Refusal(413, "The body is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function readCart(body: string): Cart {
  const cart: unknown = JSON.parse(body);
  if (typeof cart !== "object" || cart === null) throw new Refusal(422, "There is no cart");
  const entries = PRODUCTS.map(({ id }) => [id, Reflect.get(cart, id) ?? 0] as const);
  for (const [id, count] of entries) {
    if (!Number.isInteger(count) || count < 0 || count > MAX_QUANTITY) {
      throw new Refusal(422, `The number of ${id} is not valid`);
    }
  }
  return Object.fromEntries(entries);
}

function findOrder(id: string) {
  const order = orders.find(id);
  if (!order) throw new Refusal(404, "There is no such order");
  return order;
}

/** The app gets the token. The API key stays here. */
async function newToken(): Promise<string> {
  const response = await fetch(`${api}/auth/verify-apikey`, {
    method: "POST",
    headers: { "X-API-Key": apiKey, "Content-Type": "application/json" },
    // The address of the user who is signed in to your app: { email: user.email }
    body: JSON.stringify({}),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`Bankside refused a token: ${response.status}`);
  const { token } = await response.json();
  return token;
}

function receiveWebhook(body: string, headers: IncomingMessage["headers"]): void {
  const plain = Object.fromEntries(
    Object.entries(headers).map(([key, value]) => [key, `${value}`]),
  );
  let event: { type: string; data: Transaction };
  try {
    // The signature proves that Bankside wrote the body.
    event = webhook.verify(body, plain) as typeof event;
  } catch {
    throw new Refusal(401, "The signature is not valid");
  }
  orders.handleWebhook(plain["webhook-id"] ?? "", event.type, event.data);
}

async function respond(request: IncomingMessage): Promise<object | undefined> {
  const [, noun, id = "", verb] = (request.url ?? "").split("/");
  const route = `${request.method} ${noun}${verb ? `/${verb}` : ""}`;
  if (route === "POST webhooks" && id === "bankside") {
    receiveWebhook(await readBody(request), request.headers);
    return undefined;
  }
  if (route === "POST orders") {
    const amount = totalOf(readCart(await readBody(request)));
    if (amount === 0) throw new Refusal(422, "The cart is empty");
    return { ...orders.create(amount), token: await newToken() };
  }
  if (route === "GET orders") return findOrder(id);
  if (route === "POST orders/token") {
    findOrder(id);
    orders.reopen(id);
    return { token: await newToken() };
  }
  throw new Refusal(404, "There is no such page");
}

/** `npm run web` serves the app from another origin. Native apps need none of these headers. */
const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "Content-Type",
};

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === "OPTIONS") {
    response.writeHead(204, CORS).end();
    return;
  }
  try {
    const body = await respond(request);
    response.writeHead(body ? 200 : 204, { ...CORS, "Content-Type": "application/json" });
    response.end(body && JSON.stringify(body));
  } catch (error) {
    const isRefusal = error instanceof Refusal;
    if (!isRefusal) console.error(error);
    const status = isRefusal ? error.status : error instanceof SyntaxError ? 400 : 500;
    const message = isRefusal ? error.message : "Something went wrong";
    response.writeHead(status, { ...CORS, "Content-Type": "application/json" });
    response.end(JSON.stringify({ message }));
  }
}

const port = Number(process.env.PORT || 4000);
createServer(serve).listen(port, () => console.log(`The app's server: http://localhost:${port}`));
