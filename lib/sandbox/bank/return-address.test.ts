import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { it } from "node:test";
import { systemClock } from "#lib/platform/clock/clock.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createSandboxBankApi } from "./api.ts";
import { createSandboxBank } from "./service.ts";

const BASE = "https://bank.example/sandbox/bank";

onDatabase("return addresses at the sandbox bank", (database) => {
  function initiate(headers: Record<string, string>): Response | Promise<Response> {
    const bank = createSandboxBank({
      db: database(),
      clock: systemClock,
      baseUrl: BASE,
      returnUrls: ["https://pay.example/pay", "https://secure.example/in-app"],
    });
    return createSandboxBankApi(bank, async () => true).request(
      `${BASE}/v1/payments/sepa-credit-transfers`,
      {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-request-id": randomUUID(),
          "psu-ip-address": "198.51.100.7",
          "tpp-redirect-uri": "https://pay.example/return",
          ...headers,
        },
        body: JSON.stringify({
          instructedAmount: { currency: "EUR", amount: "12.50" },
          creditorAccount: { iban: "NL91ABNA0417164300" },
          creditorName: "Corner Books",
        }),
      },
    );
  }

  it("may be anywhere on the payer app's origin", async () => {
    const response = await initiate({
      "tpp-redirect-uri": "https://pay.example:443/pay/x/return?a=1",
      "tpp-nok-redirect-uri": "https://pay.example/",
    });
    assert.equal(response.status, 201);
  });

  const refused: [string, string][] = [
    ["a script", "javascript:alert(1)"],
    ["an app", "app://pay.example/return"],
    ["a path", "/return"],
    ["user info", "https://u:p@pay.example/"],
    ["another site", "https://evil.example/return"],
    ["another site named alike", "https://pay.example.evil.example/return"],
    ["another port", "https://pay.example:444/return"],
    ["plain http", "http://pay.example/return"],
  ];
  for (const [what, url] of refused) {
    for (const header of ["tpp-redirect-uri", "tpp-nok-redirect-uri"]) {
      it(`can't be ${what} in ${header}`, async () => {
        const response = await initiate({ [header]: url });
        assert.equal(response.status, 400);
        assert.match(await response.text(), /"FORMAT_ERROR"/);
      });
    }
  }
});
