import assert from "node:assert/strict";
import { it } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { createFakeApi } from "#lib/testing/fake-api.ts";

const { api } = createFakeApi({ env: { BASE_URL: "https://pay.shop.test/api" } });

it("the published document passes the linter", async () => {
  const config = await createConfig({
    extends: ["recommended-strict"],
    rules: {
      "info-contact": "error",
      "operation-description": "error",
      "operation-tag-defined": "error",
      "parameter-description": "error",
      "no-invalid-schema-examples": "error",
      "no-invalid-parameter-examples": "error",
      // Public operations take no input that could be wrong.
      "operation-4xx-response": "off",
    },
  });
  const source = await (await api.request("/openapi.json")).text();
  const problems = await lintFromString({ source, config });
  assert.deepEqual(
    problems.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} ${at?.pointer}`),
    // For receivers, which get all webhooks at one address.
    ['no-unused-components: Component: "Webhook" is never used. #/components/schemas/Webhook'],
  );
});
