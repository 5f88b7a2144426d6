import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { BlockList, isIP } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { sendWebhook } from "#lib/webhooks/deliveries/sender.ts";
import { findAddresses } from "./host-addresses.ts";

const A = 1;
const AAAA = 28;
const NXDOMAIN = 3;

type Records = { [type: number]: string[] | "silence" } | "nowhere";

function bytesOf(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split(".").map(Number));
  const groups = address.replace("::", `:${"0:".repeat(9 - address.split(":").length)}`).split(":");
  return Buffer.from(groups.map((group) => group.padStart(4, "0")).join(""), "hex");
}

/** Does not respond to unknown names. */
async function serve(t: TestContext, names: Record<string, Records> = {}): Promise<string[]> {
  const server = createSocket("udp4");
  server.on("message", (question, peer) => {
    const labels: string[] = [];
    let at = 12;
    for (let size = question[at] ?? 0; size > 0; size = question[at] ?? 0) {
      labels.push(question.toString("latin1", at + 1, at + 1 + size));
      at += 1 + size;
    }
    const type = question.readUInt16BE(at + 1);
    const known = names[labels.join(".").toLowerCase()];
    const found = known === undefined || known === "nowhere" ? [] : (known[type] ?? []);
    if (known === undefined || found === "silence") return;
    const header = Buffer.alloc(12);
    question.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (known === "nowhere" ? NXDOMAIN : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(found.length, 6);
    const records = found.map((address) => {
      const bytes = bytesOf(address);
      return Buffer.concat([
        Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]),
        bytes,
      ]);
    });
    const asked = question.subarray(12, at + 5);
    server.send(Buffer.concat([header, asked, ...records]), peer.port, peer.address);
  });
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return [`127.0.0.1:${server.address().port}`];
}

async function takesThreads(work: Promise<unknown>): Promise<boolean> {
  let isOver = false;
  let taken = false;
  const over = work
    .catch(() => {})
    .then(() => {
      isOver = true;
    });
  while (!isOver) {
    taken ||= process.getActiveResourcesInfo().includes("GetAddrInfoReqWrap");
    await new Promise((resolve) => setImmediate(resolve));
  }
  await over;
  return taken;
}

describe("addresses of a host", () => {
  it("are all that DNS has", async (t) => {
    const servers = await serve(t, {
      "shop.example": { [A]: ["93.184.215.14", "10.0.0.1"], [AAAA]: ["2606:4700::1111"] },
      "four.example": { [A]: ["93.184.215.14"] },
    });
    const find = (name: string) => findAddresses(name, { allowLocal: false, servers });
    assert.deepEqual(await find("shop.example"), ["93.184.215.14", "10.0.0.1", "2606:4700::1111"]);
    assert.deepEqual(await find("four.example"), ["93.184.215.14"]);
  });

  it("are missing for a name without any, and unknown if no server responds", async (t) => {
    const servers = await serve(t, { "gone.example": "nowhere", "mail.example": {} });
    const options = { allowLocal: false, servers, deadlineMs: 200 };
    for (const name of ["gone.example", "mail.example"]) {
      await assert.rejects(findAddresses(name, options), { code: "ENOTFOUND" });
    }
    await assert.rejects(findAddresses("silent.example", options), { code: "EAI_AGAIN" });
  });

  it("are of one family if the other one gets no response", async (t) => {
    const servers = await serve(t, {
      "half.example": { [A]: ["93.184.215.14"], [AAAA]: "silence" },
    });
    const options = { allowLocal: false, servers, deadlineMs: 200 };
    assert.deepEqual(await findAddresses("half.example", options), ["93.184.215.14"]);
  });

  it("are found without the threads that all lookups of the process share", async (t) => {
    const servers = await serve(t);
    const options = { allowLocal: false, servers, deadlineMs: 200 };
    const names = Array.from({ length: 20 }, (_, index) => `silent-${index}.example`);
    const finding = Promise.allSettled(names.map((name) => findAddresses(name, options)));
    assert.equal(await takesThreads(finding), false);
    const request = { url: "https://shop.example/", headers: {}, body: "", allowLocal: false };
    assert.equal(await takesThreads(sendWebhook(request, { deadlineMs: 200 })), false);
    assert.equal(await takesThreads(lookup("localhost")), true, "or it would not have been seen");
  });

  it("are loopback for localhost, and include local names only if allowed", async (t) => {
    const home = new BlockList();
    home.addSubnet("127.0.0.0", 8);
    home.addAddress("::1", "ipv6");
    // Every system lookup understands this; DNS does not.
    const machine = "127.1";
    const servers = await serve(t, { [machine]: "nowhere" });
    for (const name of ["localhost", "LOCALHOST.", "shop.localhost"]) {
      const found = await findAddresses(name, { allowLocal: false, servers });
      assert.ok(
        found.every((one) => home.check(one, isIP(one) === 6 ? "ipv6" : "ipv4")),
        name,
      );
    }
    assert.deepEqual(await findAddresses(machine, { allowLocal: true, servers }), ["127.0.0.1"]);
    await assert.rejects(findAddresses(machine, { allowLocal: false, servers }), {
      code: "ENOTFOUND",
    });
  });
});
