import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { listen } from "#lib/api/server/listen.ts";
import { INTEGRATION_METHODS } from "#lib/merchants/model/integration-method.ts";
import type { HttpServer } from "#lib/platform/http/server.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant } from "#lib/testing/factories.ts";
import { frameSnippet, lookupSnippet } from "./frame.ts";
import { LAUNCHER_PLATFORMS, sdkSnippet } from "./sdk.ts";
import { serverSnippets } from "./server.ts";
import {
  KEY_VARIABLE,
  ORDER,
  SNIPPET_LANGUAGES,
  type SnippetContext,
  type SnippetLanguage,
} from "./snippet.ts";

const run = promisify(execFile);

const TOOLS: Record<
  SnippetLanguage,
  { ending: string; command: string; check: string[]; run: string[] }
> = {
  curl: { ending: "sh", command: "bash", check: ["-n"], run: [] },
  node: { ending: "mjs", command: process.execPath, check: ["--check"], run: [] },
  php: { ending: "php", command: "php", check: ["-l"], run: [] },
  python: { ending: "py", command: "python3", check: ["-m", "py_compile"], run: ["-B"] },
};

/** `false` if programs of the language can run here. */
function missing(language: SnippetLanguage): string | false {
  const needed = language === "curl" ? ["bash", "curl", "sed"] : [TOOLS[language].command];
  const absent = needed.filter((command) => {
    try {
      execFileSync(command, ["--version"], { stdio: "ignore" });
      return false;
    } catch {
      return true;
    }
  });
  return absent.length > 0 && `${absent.join(", ")} is not installed here`;
}

const MISSING = Object.fromEntries(
  SNIPPET_LANGUAGES.map((language) => [language, missing(language)]),
) as Record<SnippetLanguage, string | false>;

const context: SnippetContext = {
  baseUrl: "https://pay.example/api",
  checkoutUrl: "https://pay.example/checkout",
  secureUrl: "https://pay.example/secure",
  shopOrigin: "https://shop.example",
  appScheme: "myapp",
};
// None of these may end a string in any language.
const odd: SnippetContext = {
  ...context,
  baseUrl: "https://pay.example/o'api\"$x",
  apiKey: "sk_test_'\"$(x)`y`\\",
};

describe("the snippets", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "bankside-snippets-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  async function check(language: SnippetLanguage, name: string, code: string): Promise<void> {
    const { ending, command, check } = TOOLS[language];
    const file = join(folder, `${name}.${ending}`);
    writeFileSync(file, code);
    await run(command, [...check, file]);
  }

  for (const language of SNIPPET_LANGUAGES) {
    it(`are valid ${language}`, { skip: MISSING[language] }, async () => {
      for (const method of INTEGRATION_METHODS) {
        for (const [name, given] of Object.entries({ context, odd })) {
          await check(language, `${method}-${name}`, serverSnippets(method, given)[language]);
        }
      }
    });
  }

  it("include commands and scripts", { skip: MISSING.curl }, async () => {
    await check("curl", "lookup", lookupSnippet(context));
    const [, script = ""] = /<script>([\s\S]*)<\/script>/.exec(frameSnippet(context)) ?? [];
    assert.match(frameSnippet(context), /src="https:\/\/pay\.example\/embed\.js"/);
    await check("node", "frame", script);
    for (const platform of LAUNCHER_PLATFORMS) {
      await check("node", platform, sdkSnippet(platform, context));
    }
  });

  it("use what the SDK offers", async () => {
    for (const platform of LAUNCHER_PLATFORMS) {
      const imports = sdkSnippet(platform, context).matchAll(
        /import \{ (?<name>\w+) \} from "@bankside\/js(?:\/(?<entry>[\w-]+))?"/g,
      );
      const found = [...imports].map(({ groups }) => groups ?? {});
      assert.equal(found.length, 2, platform);
      for (const { name = "", entry = "index" } of found) {
        const module: object = await import(`#sdk/js/src/${entry}.ts`);
        assert.equal(typeof Reflect.get(module, name), "function", `${entry}: ${name}`);
      }
    }
  });

  it("contain the key only if it is given", () => {
    for (const method of INTEGRATION_METHODS) {
      const apiKey = "sk_test_shown-once";
      const shown = serverSnippets(method, { ...context, apiKey });
      const hidden = serverSnippets(method, context);
      for (const language of SNIPPET_LANGUAGES) {
        assert.equal(shown[language].split(apiKey).length, 2, `${method} ${language}`);
        assert.match(hidden[language], new RegExp(KEY_VARIABLE));
      }
    }
  });
});

onDatabase("the snippets, run against the API", (_database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let server: HttpServer;
  let folder: string;
  before(async () => {
    test = createTestServices(connection());
    const { BASE_URL: baseUrl } = test.services.env;
    server = await listen(async () => test.services, {
      baseUrl,
      port: 0,
      addresses: ["127.0.0.1"],
      isOwnHost: () => true,
    });
    folder = mkdtempSync(join(tmpdir(), "bankside-snippets-"));
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await server.drain();
    await test.services.apiKeys.settled();
  });

  async function output(language: SnippetLanguage, code: string, key = ""): Promise<string> {
    const { ending, command, run: options } = TOOLS[language];
    const file = join(folder, `pay.${ending}`);
    writeFileSync(file, code);
    const words = [`${KEY_VARIABLE}=${key}`, command, ...options, file];
    return (await run("env", words)).stdout.trim();
  }

  for (const language of SNIPPET_LANGUAGES.filter((name) => name !== "php")) {
    for (const method of INTEGRATION_METHODS) {
      it(`in ${language} do their part of ${method}`, { skip: MISSING[language] }, async () => {
        const merchant = await makeMerchant(test.services);
        const key = merchant.keys[method];
        const own = { ...context, baseUrl: `http://127.0.0.1:${server.port}/api` };
        const shown = serverSnippets(method, { ...own, apiKey: key })[language];
        const printed = await output(language, shown);
        // With the key from the environment, the same program creates the same order.
        const again = await output(language, serverSnippets(method, own)[language], key);
        await assertDone(merchant, method, [printed, again]);
      });
    }
  }

  it("look up the order", { skip: MISSING.curl }, async () => {
    const { keys } = await makeMerchant(test.services);
    const own = { ...context, baseUrl: `http://127.0.0.1:${server.port}/api` };
    await output("curl", serverSnippets("web", own).curl, keys.web);
    const { data } = JSON.parse(await output("curl", lookupSnippet(own), keys.web));
    assert.deepEqual(
      data.map(({ externalId, status }: Record<string, string>) => [externalId, status]),
      [[ORDER.externalId, "pending"]],
    );
  });

  async function assertDone(
    { accountId, apiKey }: Awaited<ReturnType<typeof makeMerchant>>,
    method: (typeof INTEGRATION_METHODS)[number],
    printed: string[],
  ): Promise<void> {
    const { transactions, tokens } = test.services;
    const made = await transactions.list({ accountId, mode: "test", limit: 10 });
    if (method === "sdk") {
      const [jwt = ""] = /eyJ[\w.-]+/.exec(printed[0] ?? "") ?? [];
      const token = await tokens.verify(jwt);
      assert.equal(token?.apiKey.accountId, accountId);
      assert.equal(token?.apiKey.method, "sdk");
      assert.deepEqual(made, []);
      return;
    }
    const facts = await Promise.all(
      made.map(async ({ id, amount, currency, externalId }) => {
        const { flow } = await transactions.get(apiKey, id);
        return [flow, amount, currency, externalId];
      }),
    );
    const externalId = method === "web" ? ORDER.externalId : ORDER.appExternalId;
    assert.deepEqual(facts, [[method, ORDER.amount, "EUR", externalId]]);
    for (const text of printed) {
      const [address = ""] = /http:\/\/localhost:3000\/[^"\s]+/.exec(text) ?? [];
      const query = new URL(address).searchParams;
      if (method === "web") {
        assert.equal(query.get("reference"), made[0]?.reference);
        assert.equal(made[0]?.successUrl, "https://shop.example/thanks");
        continue;
      }
      assert.equal(query.get("redirect-url"), "myapp");
      const known = await transactions.findByCheckoutToken(query.get("token") ?? "");
      assert.equal(known?.transaction.id, made[0]?.id);
      const token = await tokens.verify(query.get("jwt") ?? "");
      assert.equal(token?.apiKey.accountId, apiKey.accountId);
    }
  }
});
