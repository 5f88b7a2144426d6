export class NewerSchemaError extends Error {
  override name = "NewerSchemaError";
  override message =
    "The database was migrated by a newer version of Bankside: start that version, or restore an older backup.";
}

export class OlderSchemaError extends Error {
  override name = "OlderSchemaError";
  override message =
    "The database is of a version of Bankside before 28 November 2026: start a version of 27 November first.";
}

/** Somebody's change ends it: waiting helps. */
export abstract class WaitingError extends Error {}

export class PendingMigrationError extends WaitingError {
  override name = "PendingMigrationError";
  override message =
    "The database waits for a migration that the user of DATABASE_URL may not make: run npm run migrate as a user who may.";
}

export class ReadOnlyError extends WaitingError {
  override name = "ReadOnlyError";

  constructor(role: string, database: string) {
    super(
      `The database is read-only by default_transaction_read_only: alter role ${role} reset default_transaction_read_only; alter database ${database} reset default_transaction_read_only;`,
    );
  }
}
