import type { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { type Connection, guardTransactions } from "./client.ts";
import { openEmbedded } from "./embedded.ts";
import { refuseInsideTransaction } from "./open-transaction.ts";
import { codeOf, createRoom, PROBE } from "./room.ts";

export function connectPglite(client: PGlite): Connection {
  const room = createRoom(() =>
    client.transaction(async (tx) => {
      for (const statement of PROBE) await tx.query(statement);
    }),
  );
  function noted(error: unknown): never {
    room.note(codeOf(error));
    throw error;
  }
  const query = client.query.bind(client);
  client.query = (text, params, options) => {
    refuseInsideTransaction("a query");
    return query<never>(text, params, options).catch(noted);
  };
  const transaction = client.transaction.bind(client);
  client.transaction = (work) => transaction(work).catch(noted);
  const db = guardTransactions(drizzle(client));
  return {
    db,
    reserved: db,
    session: (work) => work(db),
    listen: async (channel, handler) => {
      const stop = await client.listen(channel, handler);
      return () => stop();
    },
    readClock: async () => new Date(),
    hasRoom: room.hasRoom,
    close: () => client.close(),
  };
}

export async function connectEmbedded(dataDir: string): Promise<Connection> {
  const { client, release } = await openEmbedded(dataDir);
  const connection = connectPglite(client);
  return {
    ...connection,
    close: async () => {
      await connection.close();
      release();
    },
  };
}
