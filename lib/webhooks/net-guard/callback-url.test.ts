import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { HIDDEN_HOSTS, MALFORMED_HOSTS } from "#lib/testing/hidden-hosts.ts";
import { checkCallbackUrl, type Resolve } from "./callback-url.ts";

const PUBLIC = "93.184.215.14";
const resolvesTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses;

async function refusalOf(
  url: string,
  allowLocal: boolean,
  resolve: Resolve,
): Promise<string | undefined> {
  try {
    await checkCallbackUrl(url, { allowLocal, resolve });
    return undefined;
  } catch (error) {
    assert.ok(isAppError(error), String(error));
    assert.equal(error.code, "invalid_request");
    assert.equal(error.fields?.[0]?.path, "callbackUrl");
    return error.fields?.[0]?.message;
  }
}

describe("callback URL", () => {
  for (const { host, leadsTo } of HIDDEN_HOSTS) {
    it(`refuses https://${host}/`, async () => {
      const resolve = resolvesTo(...(leadsTo ?? [PUBLIC]));
      const refusal = await refusalOf(`https://${host}/hook`, false, resolve);
      assert.match(refusal ?? "", /public address/);
    });
  }

  for (const host of MALFORMED_HOSTS) {
    it(`refuses the malformed https://${host}/`, async () => {
      const refusal = await refusalOf(`https://${host}/hook`, false, resolvesTo(PUBLIC));
      assert.match(refusal ?? "", /must be an absolute https URL/);
    });
  }

  for (const address of [
    "93.184.215.14",
    "1.1.1.1",
    "172.32.0.1",
    "100.128.0.1",
    "[2606:4700::1111]",
    "[2a00:1450::1]",
  ]) {
    it(`accepts https://${address}/`, async () => {
      assert.equal(await refusalOf(`https://${address}/hook`, false, resolvesTo()), undefined);
    });
  }

  const forms: [string, RegExp][] = [
    ["http://shop.example/hook", /https/],
    ["ftp://shop.example/hook", /https/],
    ["javascript:alert(1)", /https/],
    ["//shop.example/hook", /https/],
    ["https:shop.example", /https/],
    ["https:///shop.example", /https/],
    ["https:\\\\shop.example", /https/],
    ["https://shop.example\\@evil.example", /https/],
    ["https://shop.example/a\nb", /https/],
    ["https://shop.example/a\tb", /https/],
    [" https://shop.example", /https/],
    ["https://shop.example/a b", /https/],
    ["https://", /https/],
    ["", /https/],
    ["https://user:secret@shop.example/", /user name/],
    ["https://user@shop.example/", /user name/],
    ["https://@shop.example/", /user name/],
    ["https://shop.example:22/", /port/],
    ["https://shop.example:6379/", /port/],
    ["https://shop.example:80/", /port/],
    ["https://shop.example:99999/", /https/],
    [`https://shop.example/${"a".repeat(2048)}`, /2048/],
    [`https://shop.example/${"é".repeat(1000)}`, /2048/],
  ];
  for (const [url, reason] of forms) {
    it(`refuses ${JSON.stringify(url.slice(0, 60))}`, async () => {
      assert.match((await refusalOf(url, false, resolvesTo(PUBLIC))) ?? "", reason);
    });
  }

  it("accepts a name with only public addresses, and returns the normal form", async () => {
    const resolve = resolvesTo(PUBLIC, "2606:4700::1111");
    const checked = await checkCallbackUrl("HTTPS://Shop.Example:443/hook?a=1", {
      allowLocal: false,
      resolve,
    });
    assert.equal(checked, "https://shop.example/hook?a=1");
  });

  it("treats a name with a trailing dot as the same name", async () => {
    const options = { allowLocal: false, resolve: resolvesTo(PUBLIC) };
    const checked = await checkCallbackUrl("https://shop.example.:8443/hook.", options);
    assert.equal(checked, "https://shop.example:8443/hook.");
  });

  it("refuses a name with one private address among public ones", async () => {
    assert.match(
      (await refusalOf("https://shop.example/", false, resolvesTo(PUBLIC, "10.0.0.1"))) ?? "",
      /public address/,
    );
  });

  it("refuses an unknown name, and leaves a failing resolver to each send", async () => {
    const failing =
      (code: string): Resolve =>
      () =>
        Promise.reject(Object.assign(new Error(code), { code }));
    assert.match(
      (await refusalOf("https://shop.example/", false, failing("ENOTFOUND"))) ?? "",
      /existing/,
    );
    assert.equal(await refusalOf("https://shop.example/", false, failing("EAI_AGAIN")), undefined);
  });

  describe("with local addresses allowed", () => {
    it("accepts http and loopback on any port", async () => {
      for (const url of [
        "http://127.0.0.1:4567/hook",
        "https://127.9.9.9/",
        "http://[::1]:8080/",
      ]) {
        assert.equal(await refusalOf(url, true, resolvesTo()), undefined);
      }
      assert.equal(
        await refusalOf("http://localhost:3000/", true, resolvesTo("::1", "127.0.0.1")),
        undefined,
      );
      assert.equal(await refusalOf("http://shop.example/", true, resolvesTo(PUBLIC)), undefined);
    });

    it("still refuses every other private address and user info", async () => {
      for (const host of [
        "10.0.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "0.0.0.0",
        "[fd00::1]",
        "[::ffff:127.0.0.1]",
      ]) {
        assert.match(
          (await refusalOf(`http://${host}:3000/`, true, resolvesTo())) ?? "",
          /public address/,
        );
      }
      assert.match(
        (await refusalOf("http://a:b@127.0.0.1/", true, resolvesTo())) ?? "",
        /user name/,
      );
      assert.match(
        (await refusalOf("http://localhost/", true, resolvesTo("127.0.0.1", "10.0.0.1"))) ?? "",
        /public address/,
      );
    });
  });
});
