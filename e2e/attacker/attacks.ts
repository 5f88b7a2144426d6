import type { Operation } from "./routes.ts";
import type { Target } from "./stage.ts";
import { asHeader, encoded, HUGE, LONG, SINGLE, WHOLE } from "./values.ts";
import type { Form } from "./visitor.ts";
import { utf8, type WireRequest } from "./wire.ts";

type Names = { parameters: string[]; headers: string[] };
type Pair = [name: string, value: string];

const PER_PLACE = 4;
const JSON_TYPE: Pair = ["Content-Type", "application/json"];
const URLENCODED: Pair = ["Content-Type", "application/x-www-form-urlencoded"];
const BOUNDARY = "nasty-boundary";

const HEADERS_AT_ONCE = 12;
// Of the head's limit of 16 kB.
const QUERY_BYTES = 10_000;

const chunks = <T>(list: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  );

/** Splits the names across requests, each with the value `bytes`. */
const inParts = (names: string[], bytes: string) =>
  chunks(names, Math.max(1, Math.floor(QUERY_BYTES / (encoded(bytes).length + 20))));

let turn = 0;
/** In rotation, so that every value is used. */
function next<T>(all: readonly T[], count: number): T[] {
  return Array.from({ length: Math.min(count, all.length) }, () => {
    turn += 1;
    return all[turn % all.length] as T;
  });
}
const value = () => next(SINGLE, 1)[0] ?? "";

let client = 0;
/** A new address each time (RFC 2544), because limits are per address. */
function someone(): Pair {
  client += 1;
  return ["X-Forwarded-For", `198.18.${(client >> 8) & 255}.${client & 255}`];
}

export function* attacksOn(target: Target, names: Names): Generator<WireRequest> {
  const { route, origin, path, query, cookie, agent } = target;
  const [method = "GET"] = route.methods;
  const usual: Pair[] = [
    ["Cookie", cookie],
    ["User-Agent", agent],
    ["Origin", origin],
    ["Accept", "text/html"],
  ];
  const ask = (aim: string, changed: Pair[] = [], more: Partial<WireRequest> = {}) => {
    const replaced = new Set(changed.map(([name]) => name.toLowerCase()));
    const headers = [...usual, someone()].filter(([name]) => !replaced.has(name.toLowerCase()));
    return { origin, method, target: aim, headers: [...headers, ...changed], ...more };
  };
  const base = new URLSearchParams(query);
  const others = names.parameters.filter((name) => !base.has(name));
  const all = (list: string[], bytes: string) =>
    list.map((name) => `${name}=${encoded(bytes)}`).join("&");

  for (const bytes of WHOLE.toSpliced(1, 1)) {
    for (const some of inParts(others, bytes)) yield ask(`${path}${query}&${all(some, bytes)}`);
  }
  // Separate, because a single header can decide the response.
  for (const some of chunks(names.headers, HEADERS_AT_ONCE)) {
    for (const bytes of next(WHOLE, 1)) {
      yield ask(
        path + query,
        some.map((name) => [name, asHeader(bytes)]),
      );
    }
  }
  for (const some of inParts(names.parameters, WHOLE[0] ?? "")) {
    yield ask(`${path}?${all(some, WHOLE[0] ?? "")}`);
  }
  yield ask(`${path}${query}&${all(others, "a")}&${all(others, "b")}`);
  yield ask(
    `${path}?${names.parameters.map((name) => `${name}[]=1&${name}[__proto__]=1`).join("&")}`,
  );
  yield ask(`${path}?${"&=%ff&%&%zz=%u0000&\xff=\xfe&\"<>'`|"}`);
  yield ask(`${path}?lang=${LONG}`);
  yield ask(path + query, [["Accept-Language", "de\x01"]]);
  for (const name of next(names.parameters, PER_PLACE)) {
    const own = [...base]
      .filter(([key]) => key !== name)
      .map(([key, text]) => `${key}=${encodeURIComponent(text)}`);
    yield ask(`${path}?${[...own, `${name}=${encoded(value())}`].join("&")}`);
  }
  for (const name of next(names.headers, PER_PLACE)) {
    yield ask(path + query, [[name, asHeader(value())]]);
  }
  yield* pathAttacks(target, ask);
  yield* bodyAttacks(target, ask);
  for (const other of ["HEAD", "OPTIONS", "PUT", "PATCH", "DELETE"]) {
    yield ask(path + query, [], { method: other });
  }
}

type Ask = (aim: string, changed?: Pair[], more?: Partial<WireRequest>) => WireRequest;

function* pathAttacks({ route, path, query }: Target, ask: Ask): Generator<WireRequest> {
  const parts = route.pattern.split("/");
  const segments = path.split("/");
  const variable = parts.flatMap((part, at) => (part.startsWith("[") ? [at] : []));
  for (const at of variable) {
    const instead = (text: string) => segments.with(at, text).join("/") + query;
    for (const bytes of WHOLE) yield ask(instead(encoded(bytes)));
    for (const bytes of next(SINGLE, 2 * PER_PLACE)) yield ask(instead(encoded(bytes)));
    yield ask(instead(LONG));
  }
  for (const bytes of next(SINGLE, 2)) yield ask(`${path}/${encoded(bytes)}${query}`);
  for (const raw of ["\xff\x7f<>\"'`|", "\x01", "%", "\\..\\"]) {
    yield ask(`${path}/${raw}${query}`);
  }
}

function* bodyAttacks({ path, query }: Target, ask: Ask): Generator<WireRequest> {
  const post = (body: string, ...changed: Pair[]) =>
    ask(path + query, changed, { method: "POST", body });
  const multipart: Pair = ["Content-Type", `multipart/form-data; boundary=${BOUNDARY}`];
  yield post("");
  yield post(`a=${encoded(WHOLE[0] ?? "")}&a=%ff&%=&__proto__=1`, URLENCODED);
  yield post(
    multipartOf([
      ["__proto__", WHOLE[1] ?? ""],
      ["a", HUGE],
    ]),
    multipart,
  );
  yield post(
    multipartOf([
      ["$ACTION_ID_x", ""],
      ["$ACTION_REF_1", ""],
      ["$ACTION_1:0", value()],
    ]),
    multipart,
  );
  yield ask(`${path}?\xff=\xe9<>"`, [multipart], {
    method: "POST",
    body: multipartOf([[`$ACTION_ID_${"4".repeat(42)}`, ""]]),
  });
  yield post("no part at all", multipart);
  yield post("a", ["Content-Type", "multipart/form-data"]);
  yield post(`{"__proto__":{"a":1},"a":${JSON.stringify(HUGE)}}`, JSON_TYPE);
  yield post("\xff\xfe{", JSON_TYPE);
  yield post("[]", ["Content-Type", asHeader(value())]);
  yield post(
    "[]",
    ["Content-Type", "text/plain;charset=UTF-8"],
    ["Next-Action", asHeader(value())],
  );
  yield post("x", ["Next-Action", "x".repeat(42)], multipart);
}

/** Attacks each field in turn. Fields are also missing or repeated. */
export function* attacksOnForm(form: Form, cookie: string, agent: string): Generator<WireRequest> {
  const { origin, pathname, search } = new URL(form.url);
  const names = [...new Set(form.fields.map(([name]) => name))];
  const sending = (fields: Pair[], isMultipart: boolean): WireRequest => ({
    origin,
    method: "POST",
    target: pathname + search,
    headers: [
      ["Cookie", cookie],
      ["User-Agent", agent],
      ["Origin", origin],
      someone(),
      isMultipart ? ["Content-Type", `multipart/form-data; boundary=${BOUNDARY}`] : URLENCODED,
    ],
    body: isMultipart
      ? multipartOf(fields)
      : fields.map(([name, text]) => `${encodeURIComponent(name)}=${encoded(text)}`).join("&"),
  });
  const fields = form.fields.map(([name, text]): Pair => [name, utf8(text)]);
  // All fields stay, including buttons, which select the action.
  for (const name of names) {
    const nasty = [...next(WHOLE, 1), ...next(SINGLE, 2), HUGE];
    for (const bytes of nasty) {
      const changed = fields.map(([own, text]): Pair => [own, own === name ? bytes : text]);
      yield sending(changed, form.type === "multipart/form-data");
    }
    yield sending([...fields, [name, value()]], form.type === "multipart/form-data");
    yield sending(
      fields.filter(([own]) => own !== name),
      true,
    );
  }
  const whole = fields.map(([name]): Pair => [name, name.startsWith("$") ? "" : value()]);
  yield sending(whole, false);
  yield sending(whole, true);
}

/** With a valid key. */
export function* attacksOnOperation(
  { method, path, query, headers, fields }: Operation,
  base: string,
  key: string,
): Generator<WireRequest> {
  const { origin, pathname } = new URL(base);
  const of = (segment: string) => pathname + path.replace(/\{\w+\}/g, segment);
  const usual: Pair[] = [["X-API-Key", key], ...(method === "GET" ? [] : [JSON_TYPE])];
  const ask = (target: string, body?: string, ...changed: Pair[]): WireRequest => ({
    origin,
    method,
    target,
    headers: [...usual, someone(), ...changed],
    ...(body !== undefined && { body }),
  });
  for (const bytes of [...WHOLE, ...next(SINGLE, 4 * PER_PLACE)]) {
    if (path.includes("{")) yield ask(of(encoded(bytes)));
    for (const name of query) yield ask(`${of("x")}?${name}=${encoded(bytes)}`);
    for (const name of headers) yield ask(of("x"), "{}", [name, asHeader(bytes)]);
    if (method === "GET") continue;
    for (const name of fields) yield ask(of("x"), `{"${name}":${JSON.stringify(bytes)}}`);
    yield ask(of("x"), bytes);
  }
  for (const name of fields) {
    for (const json of [
      "[]",
      "{}",
      "null",
      "1e400",
      "-0",
      `"${HUGE}"`,
      '{"__proto__":1}',
      '"\\ud800"',
      '"\\u0000"',
    ]) {
      yield ask(of("x"), `{"${name}":${json}}`);
    }
  }
}

function multipartOf(fields: Pair[]): string {
  const parts = fields.map(([name, text]) => {
    const quoted = name.replaceAll('"', "%22");
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${quoted}"\r\n\r\n${text}\r\n`;
  });
  return `${parts.join("")}--${BOUNDARY}--\r\n`;
}
