ALTER TABLE "api_keys" ADD COLUMN "scopes" text[];--> statement-breakpoint
ALTER TABLE "statement_imports" ADD COLUMN "files" jsonb DEFAULT '[]'::jsonb;