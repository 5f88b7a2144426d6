export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  pattern?: string;
  format?: string;
} & Partial<Record<Bound, number>>;

export const MAXIMA = ["maximum", "maxLength", "maxItems", "maxProperties"] as const;
export const MINIMA = ["minimum", "minLength", "minItems", "minProperties"] as const;
type Bound = (typeof MAXIMA)[number] | (typeof MINIMA)[number];

export type Content = {
  content?: Record<string, { schema?: Schema }>;
  headers?: Record<string, { schema?: Schema }>;
};
export type Parameter = { name: string; in: string; required?: boolean; schema?: Schema };
export type Operation = {
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content>;
  security?: Record<string, string[]>[];
};
export type Paths = Record<string, Record<string, Operation>>;

export type Description = {
  paths: Paths;
  webhooks?: Paths;
  components: { schemas: Record<string, Schema> };
};

/** `direction`: `in` where we read the data, `out` where clients read it. */
export type Comparison = { before: Description; after: Description; direction: "in" | "out" };
