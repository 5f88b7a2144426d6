ALTER TABLE "accounts" ADD COLUMN "announces_creations" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "withheld" text[];--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "request_hash" text;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "deleted_at" timestamp (3) with time zone;
