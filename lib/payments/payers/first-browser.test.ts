import assert from "node:assert/strict";
import { it } from "node:test";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestPayers } from "#lib/testing/payers.ts";
import { createPayerService } from "./service.ts";
import { readPayerIban } from "./sessions.ts";

const EMAIL = "ada@shop.example";
const IBAN = "DE89370400440532013000";

onDatabase("the first browser to open a JWT's link", (database, connection) => {
  it("gets the details of the JWT, and no other browser does", async () => {
    const { services, payers, makeLink, rememberDevice } = createTestPayers(connection());
    const read = (id: string) => readPayerIban({ db: database(), seal: services.seal }, id);
    const details = { email: EMAIL, iban: IBAN, name: "Ada Lovelace" };
    const { link, apiKey } = await makeLink({ method: "sdk", details });
    await services.accounts.setEmailWhitelisted(apiKey.accountId, true);
    const another = async () => {
      const token = await services.tokens.verify(link.jwt);
      assert.ok(token);
      const input = { amount: 990, currency: "EUR", source: "sdk_integration" } as const;
      const { created } = await services.transactions.create({ apiKey, token, input });
      return { ...link, token: new URL(created.redirectUrl).searchParams.get("token") ?? "" };
    };
    const known = async ({ id, reference }: { id: string; reference: string }) => {
      const session = await payers.session(id, reference);
      return [session?.verifiedBy, session?.email, await read(id)];
    };
    const first = await payers.exchange(link);
    assert.deepEqual(await known(first), ["merchant", EMAIL, IBAN]);
    const holding = (held: { id: string; transactionId: string }) => (transactionId: string) =>
      Promise.resolve(transactionId === held.transactionId ? held.id : undefined);

    const side = await payers.exchange({ ...(await another()), currentSession: holding(first) });
    assert.deepEqual(await known(side), ["merchant", EMAIL, IBAN], "the same browser");

    const stranger = await payers.exchange(await another());
    const nothing = [null, null, undefined];
    assert.deepEqual(await known(stranger), nothing);
    for (const held of [stranger, side, { ...side, transactionId: first.transactionId }]) {
      const again = { ...(await another()), currentSession: holding(held) };
      assert.deepEqual(await known(await payers.exchange(again)), nothing);
    }
    for (const [email, verifiedBy] of [
      [EMAIL, "device"],
      ["eve@shop.example", null],
    ] as const) {
      const deviceId = await rememberDevice(email);
      const opened = await payers.exchange({ ...(await another()), deviceId });
      assert.deepEqual(await known(opened), [verifiedBy, null, undefined]);
    }
  });

  it("is exactly one of parallel browsers", async () => {
    const { services, payers, makeLink } = createTestPayers(connection());
    const { link, apiKey } = await makeLink({ details: { email: EMAIL } });
    const token = await services.tokens.verify(link.jwt);
    assert.ok(token);
    const links = [link];
    for (let number = 1; number <= 7; number++) {
      const input = { amount: number, currency: "EUR", source: "sdk_integration" } as const;
      const { created } = await services.transactions.create({ apiKey, token, input });
      const own = new URL(created.redirectUrl).searchParams.get("token") ?? "";
      links.push({ ...link, token: own });
    }
    const opened = await Promise.all(links.map((one) => payers.exchange(one)));
    const sessions = opened.map(({ id, reference }) => payers.session(id, reference));
    const told = (await Promise.all(sessions)).filter((session) => session?.email === EMAIL);
    assert.equal(told.length, 1);
  });

  it("is the next one if a link opens nothing", async () => {
    const { payers, makeLink, services } = createTestPayers(connection());
    const { link } = await makeLink({ details: { email: EMAIL } });
    const failing = createPayerService({
      ...services,
      db: database(),
      clock: services.clock,
      seal: {
        ...services.seal,
        seal() {
          throw new Error("gone");
        },
      },
      sendMail: async () => undefined,
    });
    await assert.rejects(failing.exchange(link), { message: "gone" });
    const { id, reference } = await payers.exchange(link);
    assert.equal((await payers.session(id, reference))?.email, EMAIL);
  });
});
