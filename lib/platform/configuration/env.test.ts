import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { ADDRESSES, parseDatabaseEnv, parseEnv, SECRETS, variableNames } from "./env.ts";
import { type OperatorVariables, operatorOf } from "./operator.ts";
import { EnvError, readSecret } from "./secret-files.ts";

describe("environment", () => {
  it("needs no variables", () => {
    const env = parseEnv({});
    assert.equal(env.PUBLIC_URL, "http://localhost:3000");
    assert.equal(env.BASE_URL, "http://localhost:3000/api");
    assert.equal(env.SANDBOX_SHOP_URL, "http://127.0.0.1:3000/sandbox/shop");
    assert.equal(env.TRANSACTION_TTL_MINUTES, 30);
    assert.equal(env.ALLOW_LOCAL_CALLBACKS, true);
  });

  it("derives addresses from PUBLIC_URL and PORT, without a trailing slash", () => {
    assert.equal(parseEnv({ PORT: "4000" }).CHECKOUT_URL, "http://localhost:4000/checkout");
    const env = parseEnv({
      PUBLIC_URL: "https://pay.example/",
      PAYER_APP_URL: "https://app.example/pay/",
    });
    assert.equal(env.CHECKOUT_URL, "https://pay.example/checkout");
    assert.equal(env.PAYER_APP_URL, "https://app.example/pay");
    assert.equal(env.SANDBOX_SHOP_URL, "https://pay.example/sandbox/shop");
    assert.equal(env.ALLOW_LOCAL_CALLBACKS, false);
  });

  it("allows local callbacks by default only if every address is on loopback", () => {
    const allowed = (variables: Record<string, string>) =>
      parseEnv(variables).ALLOW_LOCAL_CALLBACKS;
    assert.equal(allowed({ PUBLIC_URL: "http://[::1]:3000" }), true);
    assert.equal(allowed({ CONSOLE_URL: "http://127.0.0.1:3000/console" }), true);
    assert.equal(allowed({ CHECKOUT_URL: "https://pay.example/checkout" }), false);
    assert.equal(allowed({ PUBLIC_URL: "https://pay.example", DEMO: "true" }), false);
    assert.equal(allowed({ PUBLIC_URL: "https://pay.example", HOST: "127.0.0.1" }), false);
    for (const HOST of ["localhost", "127.0.0.1", "127.0.0.2", "::1"]) {
      assert.equal(allowed({ HOST }), true, HOST);
    }
    for (const HOST of ["0.0.0.0", "::", "192.168.1.50"]) {
      assert.equal(allowed({ HOST }), false, HOST);
    }
  });

  it("allows local callbacks anywhere if the operator does", () => {
    const PUBLIC_URL = "https://pay.example";
    assert.equal(
      parseEnv({ PUBLIC_URL, ALLOW_LOCAL_CALLBACKS: "true" }).ALLOW_LOCAL_CALLBACKS,
      true,
    );
    assert.equal(parseEnv({ ALLOW_LOCAL_CALLBACKS: "false" }).ALLOW_LOCAL_CALLBACKS, false);
  });

  it("accepts an address to listen on, and no name but localhost", () => {
    for (const HOST of ["0.0.0.0", "::", "127.0.0.1", "::1", "192.168.1.50", "localhost"]) {
      assert.equal(parseEnv({ HOST }).HOST, HOST);
    }
    for (const HOST of ["my-machine", "x86_64-conda-linux-gnu", "0.0.0.0:3000", "300.0.0.1", "*"]) {
      assert.throws(() => parseEnv({ HOST }), /HOST: must be an IP address of this machine/);
    }
  });

  it("refuses addresses whose links would carry a password, or lose a query or fragment", () => {
    const message = "must be an http or https URL without user name, password, query and fragment";
    for (const name of [...ADDRESSES, "OTEL_EXPORTER_OTLP_ENDPOINT"]) {
      for (const url of [
        "https://a:hunter2@pay.example",
        "https://hunter2@pay.example/pay",
        "https://@pay.example",
        "https://pay.example/x?hunter2",
        "https://pay.example/x?",
        "https://pay.example#hunter2",
        "https://pay.example/x?y#z",
      ]) {
        assert.throws(
          () => parseEnv({ [name]: url }),
          (error: unknown) => {
            assert.ok(error instanceof EnvError);
            assert.ok(error.message.endsWith(`  ${name}: ${message}`), error.message);
            assert.doesNotMatch(error.message, /hunter2/);
            return true;
          },
        );
      }
    }
    for (const url of [
      "https://pay.example:8443/a/@b",
      "http://[::1]:3000",
      "HTTPS://pay.example/",
    ]) {
      assert.equal(parseEnv({ BASE_URL: url }).BASE_URL, url.replace(/\/$/, ""));
    }
  });

  it("names every wrong variable at once, and never its value", () => {
    const wrong = {
      PORT: "0",
      PUBLIC_URL: "ftp://x",
      APP_SECRET: "hunter2",
      DEMO: "yes",
      DATABASE_URL: "mysql://x",
    };
    assert.throws(
      () => parseEnv(wrong),
      (error: unknown) => {
        assert.ok(error instanceof EnvError);
        for (const name of Object.keys(wrong))
          assert.match(error.message, new RegExp(`^  ${name}: `, "m"));
        assert.doesNotMatch(error.message, /hunter2/);
        return true;
      },
    );
  });

  it("accepts several hosts of one database", () => {
    const parse = (DATABASE_URL: string) => () => parseDatabaseEnv({ DATABASE_URL });
    assert.ok(parse("postgres://ada:x@one:5432,two/bankside?sslmode=verify-full")());
    for (const hosts of ["one:5432,two:x", "one,", "one,,two"]) {
      assert.throws(parse(`postgres://ada@${hosts}/bankside`), /comma between several hosts/);
    }
  });

  it("requires APP_SECRET with DATABASE_URL", () => {
    const DATABASE_URL = "postgres://localhost/bankside";
    assert.throws(
      () => parseEnv({ DATABASE_URL }),
      /APP_SECRET: is required together with DATABASE_URL/,
    );
    assert.ok(parseEnv({ DATABASE_URL, APP_SECRET: "ab".repeat(32) }));
    assert.ok(parseDatabaseEnv({ DATABASE_URL }), "npm run migrate decrypts nothing");
    assert.throws(
      () => parseEnv({ DATABASE_DIRECT_URL: DATABASE_URL }),
      /DATABASE_DIRECT_URL: needs DATABASE_URL/,
    );
  });

  const [first, second] = ["ab".repeat(32), "CD".repeat(32)];

  it("accepts a list of secrets, oldest first, with - for retired ones", () => {
    const secrets = (APP_SECRET: string) =>
      parseEnv({ APP_SECRET }).APP_SECRET?.map((secret) => secret?.toString("hex") ?? null);
    assert.deepEqual(secrets(first), [first]);
    assert.deepEqual(secrets(`${first},${second}`), [first, second.toLowerCase()]);
    assert.deepEqual(secrets(` - , ${second} `), [null, second.toLowerCase()]);
    const most = ["-", ...Array.from({ length: 15 }, (_, index) => `${index + 10}`.repeat(32))];
    assert.equal(secrets(most.join(","))?.length, 16);
  });

  const wrongLists: [string, string][] = [
    ["a retired newest", `${first},-`],
    ["only retired ones", "-"],
    ["a gap", `${first},,${second}`],
    ["a comma at the end", `${first},`],
    ["17", ["-", ...Array(15).fill("-"), first].join(",")],
    ["one secret twice", `${first},${first.toUpperCase()}`],
    ["a short one", `${first},${second.slice(2)}`],
    ["a long one", `${first},${second}00`],
    ["no hex", `${first},${"x".repeat(64)}`],
    ["other separators", `${first};${second}`],
  ];
  for (const [what, APP_SECRET] of wrongLists) {
    it(`refuses a list of secrets with ${what}, without revealing any`, () => {
      assert.throws(
        () => parseEnv({ APP_SECRET }),
        ({ message }: Error) =>
          /APP_SECRET: must be 32 bytes in hex/.test(message) && !/abab|cdcd/i.test(message),
      );
    });
  }

  it("reads NO_PROXY only beside a proxy, as others may have set it in their own form", () => {
    const NO_PROXY = "10.*,db.corp.example:5432";
    assert.equal(parseEnv({ NO_PROXY }).NO_PROXY, undefined);
    assert.throws(() => parseEnv({ NO_PROXY, HTTPS_PROXY: "http://proxy.example:3128" }), EnvError);
  });

  it("treats an empty variable as unset", () => {
    assert.equal(parseEnv({ PORT: "", APP_SECRET: "" }).PORT, 3000);
  });

  const operator = {
    OPERATOR_NAME: " Kittiwake Zahlungsdienste GmbH ",
    OPERATOR_EMAIL: "help@Kittiwake.example",
    OPERATOR_TERMS_URL: "https://kittiwake.example/terms?lang=de",
  };

  it("reads the company that initiates payments, and shows none without a name", () => {
    assert.equal(operatorOf(parseEnv({})), undefined);
    const { name, email, termsUrl, privacyUrl } = operatorOf(parseEnv(operator)) ?? {};
    assert.deepEqual(
      [name, email, termsUrl, privacyUrl],
      [
        "Kittiwake Zahlungsdienste GmbH",
        "help@kittiwake.example",
        operator.OPERATOR_TERMS_URL,
        undefined,
      ],
    );
    assert.throws(() => parseEnv({ ...operator, OPERATOR_NAME: "" }), /OPERATOR_NAME: is required/);
    assert.throws(
      () => parseEnv({ ...operator, OPERATOR_AUTHORITY_URL: "https://authority.example/" }),
      /OPERATOR_AUTHORITY: is required/,
    );
  });

  const wrongOperators: [name: keyof OperatorVariables, values: string[]][] = [
    ["OPERATOR_NAME", [" ", "a\nb", "a\u202eb", "a\u2028b", "a".repeat(201)]],
    ["OPERATOR_ADDRESS", ["1 Street\n1010 Vienna"]],
    ["OPERATOR_EMAIL", ["help", "mailto:help@x.example", "a@b@c.example"]],
    [
      "OPERATOR_TERMS_URL",
      [
        "http://kittiwake.example/terms",
        "javascript:alert(1)",
        "https:kittiwake.example",
        "https://",
        "https://user:secret@kittiwake.example/",
        "https://kittiwake.example/\tterms",
        "https://kittiwäke.example/",
        `https://kittiwake.example/${"a".repeat(400)}`,
      ],
    ],
  ];
  for (const [name, values] of wrongOperators) {
    it(`refuses a wrong ${name}`, () => {
      for (const value of values) {
        assert.throws(
          () => parseEnv({ ...operator, [name]: value }),
          ({ message }: Error) => message.includes(`\n  ${name}: `) && !message.includes("secret"),
          JSON.stringify(value),
        );
      }
    });
  }

  const OIDC = {
    OIDC_ISSUER: "https://login.example/realms/main/",
    OIDC_CLIENT_ID: "console",
    OIDC_CLIENT_SECRET: "hunter2",
  };
  const ACCOUNT = "acct_01kagj1d6xf0bsn9t2v7y3m5qe";

  it("accepts an OpenID provider as written", () => {
    assert.equal(parseEnv({}).OIDC, undefined);
    const settings = parseEnv({
      ...OIDC,
      OIDC_ALLOWED_DOMAINS: "Corp.example, bücher.example",
      OIDC_ROLES: `CN=a%2COU=b=${ACCOUNT}:owner, support=${ACCOUNT}:viewer`,
      OIDC_ONLY: "true",
    }).OIDC;
    assert.deepEqual(settings, {
      issuer: OIDC.OIDC_ISSUER,
      clientId: "console",
      clientSecret: "hunter2",
      name: "login.example",
      scopes: "openid email profile",
      allowedDomains: ["corp.example", "xn--bcher-kva.example"],
      emailVerifiedClaim: "email_verified",
      roles: [
        { value: "CN=a,OU=b", accountId: ACCOUNT, role: "owner" },
        { value: "support", accountId: ACCOUNT, role: "viewer" },
      ],
      rolesClaim: "groups",
      isOnly: true,
    });
  });

  const wrongOidc: [name: string, variables: Record<string, string>][] = [
    ["OIDC_CLIENT_SECRET", { ...OIDC, OIDC_CLIENT_SECRET: "" }],
    ["OIDC_ISSUER", { ...OIDC, OIDC_ISSUER: "http://login.example" }],
    ["OIDC_ISSUER", { OIDC_ROLES: `a=${ACCOUNT}:owner` }],
    ["OIDC_ALLOWED_DOMAINS", { ...OIDC, OIDC_ONLY: "true" }],
    ["OIDC_ALLOWED_DOMAINS", { ...OIDC, OIDC_ALLOWED_DOMAINS: "corp.example,@x" }],
    ["OIDC_ROLES", { ...OIDC, OIDC_ROLES: `a=${ACCOUNT}:admin` }],
    ["OIDC_ROLES", { ...OIDC, OIDC_ROLES: "a=acct_1:owner" }],
    ["OIDC_ROLES", { ...OIDC, OIDC_ROLES: `%=${ACCOUNT}:owner` }],
    ["OIDC_SCOPES", { ...OIDC, OIDC_SCOPES: "email" }],
  ];
  for (const [name, variables] of wrongOidc) {
    const what = JSON.stringify(variables[name] ?? "");
    it(`refuses ${what} as ${name}`, () => {
      assert.throws(
        () => parseEnv(variables),
        ({ message }: Error) =>
          new RegExp(`^ {2}${name}: `, "m").test(message) && !message.includes("hunter2"),
      );
    });
  }

  it("has a row in .env.example for each variable, and no others", () => {
    const example = readFileSync(new URL("../../../.env.example", import.meta.url), "utf8");
    const rows = [...example.matchAll(/^# ?([A-Z_]+)=/gm)].map((match) => match[1]);
    assert.deepEqual(rows.toSorted(), variableNames.toSorted());
  });
});

describe("secrets in files", () => {
  const folder = mkdtempSync(join(tmpdir(), "bankside-secrets-"));
  after(() => rmSync(folder, { recursive: true }));

  function fileOf(content: string): string {
    const file = join(folder, "secret");
    writeFileSync(file, content);
    return file;
  }

  const values = {
    APP_SECRET: "ab".repeat(32),
    DATABASE_URL: "postgres://ada:hunter2@db.example/bankside",
    DATABASE_DIRECT_URL: "postgres://ada:hunter2@direct.example/bankside",
    DATABASE_MIGRATE_URL: "postgres://owner:hunter2@direct.example/bankside",
    SMTP_URL: "smtp://ada:hunter2@mail.example:587",
    OIDC_CLIENT_SECRET: "hunter2",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=hunter2",
    HTTPS_PROXY: "http://ada:hunter2@proxy.example:3128",
  };
  const { APP_SECRET, DATABASE_URL, OIDC_CLIENT_SECRET } = values;
  const oidc = { OIDC_ISSUER: "https://login.example", OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET };
  const other = { APP_SECRET, DATABASE_URL, ...oidc };

  it("are all variables that hold a password or a key", () => {
    const secret = variableNames.filter((name) =>
      /^(?:DATABASE|SMTP)_.*URL$|(?:SECRET|PASSWORD|TOKEN|KEY|HEADERS)$|^HTTPS_PROXY$/.test(name),
    );
    assert.deepEqual(secret.toSorted(), [...SECRETS].toSorted());
    const files = variableNames.filter((name) => name.endsWith("_FILE") && name !== "BANKS_FILE");
    assert.deepEqual(files.toSorted(), SECRETS.map((name) => `${name}_FILE`).toSorted());
  });

  it("are read, without a line break at the end", () => {
    assert.deepEqual(Object.keys(values), [...SECRETS]);
    for (const name of SECRETS) {
      for (const end of ["", "\n", "\r\n"]) {
        const env = parseEnv({
          ...other,
          [name]: undefined,
          [`${name}_FILE`]: fileOf(`${values[name]}${end}`),
        });
        assert.deepEqual(env[name], parseEnv({ ...other, [name]: values[name] })[name]);
      }
    }
  });

  it("are checked like variables, and not quoted", () => {
    assert.throws(
      () => parseEnv({ PORT: "0", APP_SECRET_FILE: fileOf("hunter2") }),
      ({ message }: Error) =>
        /^ {2}APP_SECRET: must be 32 bytes/m.test(message) &&
        /^ {2}PORT: /m.test(message) &&
        !message.includes("hunter2"),
    );
  });

  it("are refused beside the variable itself", () => {
    for (const name of SECRETS) {
      assert.throws(
        () => parseEnv({ ...other, [name]: values[name], [`${name}_FILE`]: fileOf(values[name]) }),
        ({ message }: Error) =>
          message.endsWith(`\n  ${name}_FILE: ${name} is set too; set one of them`),
      );
    }
  });

  it("are named when their file is missing, a folder or empty, beside every other problem", () => {
    const wrong = {
      APP_SECRET_FILE: join(folder, "gone"),
      DATABASE_URL_FILE: folder,
      SMTP_URL_FILE: fileOf("\n"),
      PORT: "0",
    };
    assert.throws(
      () => parseEnv(wrong),
      ({ message }: Error) => {
        const [, ...lines] = message.split("\n");
        assert.deepEqual(lines.slice(0, 3), [
          "  APP_SECRET_FILE: the file can't be read",
          "  DATABASE_URL_FILE: the file can't be read",
          "  SMTP_URL_FILE: the file is empty",
        ]);
        assert.match(lines[3] ?? "", /^ {2}PORT: /);
        assert.equal(lines.length, 4);
        return true;
      },
    );
  });

  it("cause no second error if a database's secret can't be read", () => {
    assert.throws(
      () => parseEnv({ DATABASE_URL, APP_SECRET_FILE: join(folder, "gone") }),
      ({ message }: Error) => /APP_SECRET_FILE/.test(message) && !/APP_SECRET: /.test(message),
    );
  });

  it("can be passphrases that a banks file names", () => {
    const source = { BANK_KEY_FILE: fileOf("hunter2\n"), OTHER: "x", EMPTY: "" };
    assert.equal(readSecret("BANK_KEY", source), "hunter2");
    assert.equal(readSecret("OTHER", source), "x");
    assert.equal(readSecret("EMPTY", source), undefined);
  });
});
