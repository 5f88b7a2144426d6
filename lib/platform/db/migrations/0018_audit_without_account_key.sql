ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_account_id_accounts_id_fk";
