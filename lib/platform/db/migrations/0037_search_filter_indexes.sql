-- concurrently
create index concurrently "transactions_by_amount_and_all" on "transactions" ("account_id","mode","amount","id","created_at","currency","status","failure_reason","external_id");
--> statement-breakpoint
create index concurrently "transactions_by_status_and_all" on "transactions" ("account_id","mode","status","created_at","id","amount","currency","failure_reason","external_id");
--> statement-breakpoint
create index concurrently "transactions_by_currency_and_all" on "transactions" ("account_id","mode","currency","created_at","id","amount","status","failure_reason","external_id");
--> statement-breakpoint
create index concurrently "transactions_by_reason_and_all" on "transactions" ("account_id","mode","failure_reason","created_at","id","amount","currency","status","external_id") where failure_reason is not null;
--> statement-breakpoint
create index concurrently "transactions_by_external_id_and_all" on "transactions" ("account_id","mode","external_id" text_pattern_ops,"id","created_at","amount","currency","status","failure_reason");
--> statement-breakpoint
drop index concurrently if exists "transactions_by_amount";
--> statement-breakpoint
drop index concurrently if exists "transactions_by_status";
--> statement-breakpoint
drop index concurrently if exists "transactions_by_currency";
--> statement-breakpoint
drop index concurrently if exists "transactions_by_reason";
--> statement-breakpoint
drop index concurrently if exists "transactions_by_external_id";
