import assert from "node:assert/strict";
import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Api } from "#lib/api/http/context.ts";
import { apiPath } from "#lib/platform/http/api-paths.ts";

type Media = { schema: object };
type Operation = { responses: Record<string, { content?: Record<string, Media> }> };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};

// OpenAPI keywords that validate nothing.
const ANNOTATIONS = ["example", "discriminator"];

/** Compiles the schemas with a JSON Schema validator, to check them as a client does, without our parsers. */
export function publishedSchemas({ components }: Pick<Document, "components">) {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictRequired: false });
  addFormats(ajv);
  ajv.addVocabulary(ANNOTATIONS);
  const refs = /"#\/components\/schemas\//g;
  const compiled = new Map<object, ValidateFunction>();

  function compile(schema: object): ValidateFunction {
    const text = JSON.stringify({ ...schema, $defs: components.schemas });
    const validate = ajv.compile(JSON.parse(text.replaceAll(refs, '"#/$defs/')));
    compiled.set(schema, validate);
    return validate;
  }

  return function published(schema: object | undefined) {
    assert.ok(schema, "no such schema is published");
    const validate = compiled.get(schema) ?? compile(schema);
    return {
      fits: (value: unknown): boolean => validate(value),
      assertFits(value: unknown): void {
        assert.ok(validate(value), ajv.errorsText(validate.errors));
      },
    };
  };
}

// Shared by all APIs: compiling is slow.
let shared: ReturnType<typeof describe> | undefined;

function describe(api: Api) {
  const info = { title: "Bankside API", version: "1" };
  // The generator's type is wider than what this file reads.
  const document = api.getOpenAPI31Document({ openapi: "3.1.0", info }) as unknown as Document;
  return { document, published: publishedSchemas(document) };
}

/** Makes `api.request` fail for responses that are not as published: status, content type, body or failure `code`. */
export function checkResponses(api: Api, prefix: string): Api {
  const request = api.request.bind(api);
  api.request = async (input, init, ...rest) => {
    shared ??= describe(api);
    const { document, published } = shared;
    const response = await request(input, init, ...rest);
    const { method, url } =
      input instanceof Request ? input : { method: "GET", url: String(input), ...init };
    const path = apiPath(new URL(url, "http://localhost").href, prefix);
    const operation = operationOf(document, method, path);
    if (!operation) return response;
    const name = `${method} ${url} ${response.status}`;
    const declared = operation.responses[response.status];
    assert.ok(declared, `${name} is not documented`);
    const type = response.headers.get("content-type") ?? "";
    const media = declared.content?.[type];
    assert.ok(media, `${name} is not documented as ${type}`);
    const body = response.clone();
    const read = () => (type.includes("json") ? body.json() : body.text());
    if (method !== "HEAD") published(media.schema).assertFits(await read());
    return response;
  };
  return api;
}

function operationOf({ paths }: Document, method: string, path: string): Operation | undefined {
  const key = method === "HEAD" ? "get" : method.toLowerCase();
  const [, found] =
    Object.entries(paths).find(([template]) => {
      const pattern = template.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+");
      return new RegExp(`^${pattern}$`).test(path);
    }) ?? [];
  return found?.[key];
}
