-- concurrently
CREATE UNIQUE INDEX CONCURRENTLY "events_once" ON "events" USING btree ("transaction_id",(case type when 'transaction.processing' then 'p' when 'transaction.funds_received' then 'r' when 'transaction.funds_returned' then 'b' else 'o' end::"char"));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "events_transaction";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "received_transfers_once_fed" ON "received_transfers" USING btree ("account_id","mode","feed_key");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "received_transfers_transaction" ON "received_transfers" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "received_transfers_import" ON "received_transfers" USING btree ("import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "received_transfers_open" ON "received_transfers" USING btree ("account_id","mode","id") WHERE resolved_at is null and status in ('wrong_amount', 'awaiting_rest', 'too_late', 'already_paid', 'being_paid', 'unknown_reference');
