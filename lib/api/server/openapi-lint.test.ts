import assert from "node:assert/strict";
import { it } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectralCore from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";
import { createFakeApi } from "#lib/testing/fake-api.ts";

const { api } = createFakeApi({ env: { BASE_URL: "https://pay.shop.test/api" } });
const source = await (await api.request("/openapi.json")).text();

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
  const problems = await lintFromString({ source, config });
  assert.deepEqual(
    problems.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} ${at?.pointer}`),
    // For receivers, which get all webhooks at one address.
    ['no-unused-components: Component: "Webhook" is never used. #/components/schemas/Webhook'],
  );
});

async function spectralProblems(document: string): Promise<string[]> {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset(new spectralCore.Ruleset(spectralRulesets.oas));
  const problems = await spectral.run(document);
  return problems.map(({ code, path }) => `${code}: ${path.join(".")}`);
}

// As above.
const UNUSED = "oas3-unused-component: components.schemas.Webhook";

it("the published document passes Spectral's rules for OpenAPI", async () => {
  assert.deepEqual(await spectralProblems(source), [UNUSED]);
});

it("Spectral's rules find a pattern that needs the `u` flag", async () => {
  const document = JSON.parse(source);
  document.components.schemas.Token.properties.token.pattern = "^[\\u3003-\\u{10ffff}]+$";
  const problems = await spectralProblems(JSON.stringify(document));
  const at = "components.schemas.Token.properties.token.pattern";
  assert.ok(problems.includes(`oas3-schema: ${at}`), problems.join("\n"));
});
