-- concurrently
CREATE UNIQUE INDEX CONCURRENTLY "events_one_each" ON "events" USING btree ("transaction_id",(case when type in ('transaction.succeeded', 'transaction.failed') then 'o' when type like 'transaction.%' then type end));--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "webhook_endpoints_external" ON "webhook_endpoints" USING btree ("account_id","mode","external_id") WHERE external_id is not null and deleted_at is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "events_once";
