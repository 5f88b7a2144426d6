import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, it } from "node:test";
import { createNextGenPsd2Connector } from "#lib/banks/nextgenpsd2/connector.ts";
import { onBothDatabases } from "#lib/testing/database.ts";
import { sendWebhook } from "#lib/webhooks/deliveries/sender.ts";

const BESIDE = /beside the open transaction/;

onBothDatabases("an open transaction", (database) => {
  let hits = 0;
  const server = createServer((_request, response) => {
    hits++;
    response.writeHead(500).end();
  });
  let url = "";

  before(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => void server.close());

  const send = () => sendWebhook({ url, headers: {}, body: "{}", allowLocal: true });
  const ask = () =>
    createNextGenPsd2Connector({ baseUrl: url }).readPayment({ paymentId: "1", currency: "EUR" });

  it("sends no webhook and asks no bank", async () => {
    hits = 0;
    await database().transaction(async () => {
      await assert.rejects(send(), BESIDE);
      await assert.rejects(ask(), BESIDE);
    });
    assert.equal(hits, 0);
  });

  it("allows both once it is over", async () => {
    hits = 0;
    await database().transaction(async () => undefined);
    assert.equal((await send()).status, 500);
    await assert.rejects(ask(), { name: "BankError" });
    assert.equal(hits, 2);
  });

  it("refuses a query outside of it", async () => {
    const beside = database().transaction(() => Promise.resolve(database().execute("select 1")));
    await assert.rejects(beside, (error: Error) => BESIDE.test(String(error.cause ?? error)));
  });
});
