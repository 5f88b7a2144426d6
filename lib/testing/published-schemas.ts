import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

type Document = { components: { schemas: Record<string, object> } };

// Keywords of OpenAPI that validate nothing.
const ANNOTATIONS = ["example", "discriminator"];

/**
 * Compiles the schemas of an OpenAPI 3.1 document with a JSON Schema validator, so that they are checked as a client reads
 * them, without our own parsers.
 */
export function publishedSchemas({ components }: Document) {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictRequired: false });
  addFormats(ajv);
  ajv.addVocabulary(ANNOTATIONS);
  const refs = /"#\/components\/schemas\//g;

  return function published(schema: object | undefined) {
    assert.ok(schema, "no such schema is published");
    const text = JSON.stringify({ ...schema, $defs: components.schemas });
    const validate = ajv.compile(JSON.parse(text.replaceAll(refs, '"#/$defs/')));
    return {
      fits: (value: unknown): boolean => validate(value),
      assertFits(value: unknown): void {
        assert.ok(validate(value), ajv.errorsText(validate.errors));
      },
    };
  };
}
