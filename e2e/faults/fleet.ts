import { splitHosts } from "#lib/platform/configuration/url.ts";
import { freePort } from "#lib/testing/free-port.ts";
import { type Process, startProcess } from "./processes.ts";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

/** A replaced process keeps its proxies to the database. */
export type Member = {
  kind: "api" | "worker";
  name: string;
  /** To the first server. */
  proxy: TcpProxy;
  /** To each server. */
  proxies: TcpProxy[];
  /** Undefined for a worker. */
  url: string | undefined;
  process: Process | undefined;
};

/** Not started. `name` distinguishes the logs of fleets. */
export async function createFleet(name: string, database: string, common: Record<string, string>) {
  const servers = splitHosts(database).map((url) => new URL(url));
  const hosts = servers.map(({ host }) => host).join();
  const members: Member[] = [];
  for (const kind of ["api", "api", "worker", "worker"] as const) {
    const [proxy, ...others] = await Promise.all(
      servers.map(({ port }) => startTcpProxy(Number(port))),
    );
    if (!proxy) throw new Error("no server");
    const number = members.filter((member) => member.kind === kind).length + 1;
    members.push({
      kind,
      name: `${kind}-${number}`,
      proxy,
      proxies: [proxy, ...others],
      url: kind === "api" ? `http://127.0.0.1:${await freePort()}` : undefined,
      process: undefined,
    });
  }
  const publicUrl = members.find(({ url }) => url)?.url ?? "";
  let bankUrl = "";

  async function start(member: Member, variables: Record<string, string> = {}): Promise<Process> {
    const proxies = member.proxies.map(({ port }) => `127.0.0.1:${port}`).join();
    const process = await startProcess(member.kind, `${name}-${member.name}`, {
      ...common,
      DATABASE_URL: database.replace(hosts, proxies),
      PUBLIC_URL: publicUrl,
      SANDBOX_BANK_URL: bankUrl,
      // Allows the second API's host. The shop itself is not used.
      ...(member.url && { PORT: new URL(member.url).port, SANDBOX_SHOP_URL: `${member.url}/shop` }),
      ...variables,
    });
    member.process = process;
    return process;
  }

  return {
    name,
    members,
    publicUrl,
    apis: members.filter(({ kind }) => kind === "api"),
    workers: members.filter(({ kind }) => kind === "worker"),
    payAt(url: string): void {
      bankUrl = url;
    },
    start,

    async restore(some: readonly Member[] = members): Promise<void> {
      const gone = some.filter(({ process }) => !process || process.hasEnded());
      await Promise.all(gone.map((member) => start(member)));
    },

    async endAll(some: readonly Member[] = members): Promise<void> {
      await Promise.all(some.map(({ process }) => process?.end("SIGKILL")));
    },

    async close(): Promise<void> {
      await Promise.all(members.map(({ process }) => process?.end("SIGKILL")));
      await Promise.all(members.flatMap(({ proxies }) => proxies.map((proxy) => proxy.close())));
    },
  };
}
