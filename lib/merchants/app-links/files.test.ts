import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseEnv } from "#lib/platform/configuration/env.ts";
import { EnvError } from "#lib/platform/configuration/secret-files.ts";
import { respondAppleAppSiteAssociation, respondAssetLinks } from "./files.ts";

const FIRST = Array(32).fill("0A").join(":");
const SECOND = Array(32).fill("F1").join(":");

async function read(response: Response): Promise<unknown> {
  assert.equal(response.status, 200);
  // Neither platform accepts other types or follows redirects.
  assert.equal(response.headers.get("content-type"), "application/json");
  assert.equal(response.headers.get("cache-control"), "public, max-age=3600");
  assert.equal(response.headers.get("location"), null);
  return response.json();
}

describe("apple-app-site-association", () => {
  const fileOf = (variables: Record<string, string>) =>
    read(respondAppleAppSiteAssociation(parseEnv(variables)));

  it("gives the payer app's links to the operator's app, except the return from a bank", async () => {
    const APPLE_APP_IDS = "A1B2C3D4E5.com.example.app, 0000000000.com.example.app-beta";
    assert.deepEqual(await fileOf({ APPLE_APP_IDS }), {
      applinks: {
        details: [
          {
            appIDs: ["A1B2C3D4E5.com.example.app", "0000000000.com.example.app-beta"],
            components: [{ "/": "/pay/*/return*", exclude: true }, { "/": "/pay/*" }],
          },
        ],
      },
    });
  });

  for (const [PAYER_APP_URL, pages] of [
    ["https://app.example/eu/pay/", "/eu/pay"],
    ["https://app.example", ""],
  ] as const) {
    it(`names the paths of ${PAYER_APP_URL}`, async () => {
      const file = JSON.stringify(
        await fileOf({ APPLE_APP_IDS: "A1B2C3D4E5.com.example.app", PAYER_APP_URL }),
      );
      assert.match(file, new RegExp(`\\[{"/":"${pages}/\\*/return\\*","exclude":true},`));
      assert.match(file, new RegExp(`,{"/":"${pages}/\\*"}\\]`));
    });
  }

  it("does not exist without an app", async () => {
    const answer = respondAppleAppSiteAssociation(parseEnv({ APPLE_APP_IDS: "" }));
    assert.deepEqual([answer.status, await answer.text()], [404, ""]);
    assert.equal(answer.headers.get("cache-control"), "no-store");
  });
});

describe("assetlinks.json", () => {
  it("names each app once, with all its certificates in upper case", async () => {
    const apps = [
      `com.example.app=SHA256:${FIRST}`,
      `com.example.other_1=SHA256:${FIRST}`,
      `com.example.app=SHA256:${SECOND.toLowerCase()}`,
      `com.example.app=SHA256:${SECOND}`,
    ];
    const statement = (package_name: string, ...sha256_cert_fingerprints: string[]) => ({
      relation: ["delegate_permission/common.handle_all_urls"],
      target: { namespace: "android_app", package_name, sha256_cert_fingerprints },
    });
    assert.deepEqual(await read(respondAssetLinks(parseEnv({ ANDROID_APPS: apps.join(", ") }))), [
      statement("com.example.app", FIRST, SECOND),
      statement("com.example.other_1", FIRST),
    ]);
  });

  it("does not exist without an app", async () => {
    const answer = respondAssetLinks(parseEnv({ APPLE_APP_IDS: "A1B2C3D4E5.com.example.app" }));
    assert.deepEqual([answer.status, await answer.text()], [404, ""]);
  });
});

describe("names of apps", () => {
  const wrong: [name: "APPLE_APP_IDS" | "ANDROID_APPS", value: string][] = [
    ...[
      "com.example.app",
      "a1b2c3d4e5.com.example.app",
      "A1B2C3D4E5",
      "A1B2C3D4E5.",
      "A1B2C3D4E5.com..app",
      "A1B2C3D4E5.com.example.app,",
      "A1B2C3D4E5.com.example.app A1B2C3D4E5.com.example.beta",
      "A1B2C3D4E5.*",
    ].map((value): [name: "APPLE_APP_IDS", value: string] => ["APPLE_APP_IDS", value]),
    ...[
      "com.example.app",
      `com.example.app=${FIRST}`,
      `com.example.app=SHA256:${FIRST.slice(3)}`,
      `com.example.app=SHA256:${FIRST}:0A`,
      `com.example.app=SHA256:${FIRST.replaceAll(":", "")}`,
      `com.example.app=SHA256:${FIRST}=`,
      `com.example.app=SHA1:${FIRST}`,
      `example=SHA256:${FIRST}`,
      `com.1example=SHA256:${FIRST}`,
      `=SHA256:${FIRST}`,
      `com.example.app=SHA256:${FIRST},`,
    ].map((value): [name: "ANDROID_APPS", value: string] => ["ANDROID_APPS", value]),
  ];
  for (const [name, value] of wrong) {
    it(`are refused in ${name}: ${value.slice(0, 40)} (${value.length})`, () => {
      assert.throws(
        () => parseEnv({ [name]: value }),
        (error: unknown) =>
          error instanceof EnvError &&
          new RegExp(`^  ${name}: must be app`, "m").test(error.message),
      );
    });
  }
});
