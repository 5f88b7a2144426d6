export class NewerSchemaError extends Error {
  override name = "NewerSchemaError";
  override message =
    "The database was migrated by a newer version of Bankside: start that version, or restore an older backup.";
}

/** Waiting helps. */
export class PendingMigrationError extends Error {
  override name = "PendingMigrationError";
  override message =
    "The database waits for a migration that the user of DATABASE_URL may not make: run npm run migrate as a user who may.";
}
