// The least that a sender of webhooks would do: sign a text and post it over kept connections. `GET /?seconds=` sends for that long.
import { createHmac, randomBytes } from "node:crypto";
import { Agent, createServer, request } from "node:http";

const { PORT, TARGETS = "", CONCURRENCY = "16", BODY = "" } = process.env;
const targets = TARGETS.split(" ");
const secret = randomBytes(32);
const agent = new Agent({ keepAlive: true });

function post(url: string): Promise<void> {
  const id = randomBytes(16).toString("hex");
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", secret).update(`${id}.${at}.${BODY}`).digest("base64");
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": at,
    "webhook-signature": `v1,${signature}`,
  };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const sending = request(url, { agent, method: "POST", headers }, (response) => {
    response.resume().on("end", resolve);
  });
  sending.on("error", reject).end(BODY);
  return promise;
}

async function sendFor(seconds: number): Promise<void> {
  const endsAt = performance.now() + seconds * 1000;
  let next = 0;
  const client = async () => {
    while (performance.now() < endsAt) {
      next += 1;
      await post(targets[next % targets.length] ?? "");
    }
  };
  await Promise.all(Array.from({ length: Number(CONCURRENCY) }, client));
}

createServer(async (incoming, response) => {
  const { searchParams } = new URL(incoming.url ?? "", "http://localhost");
  await sendFor(Number(searchParams.get("seconds")));
  response.end();
}).listen(Number(PORT), "127.0.0.1");
