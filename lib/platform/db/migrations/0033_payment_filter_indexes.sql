-- concurrently
create index concurrently "transactions_by_amount_and_more" on "transactions" ("account_id","mode","amount","id","created_at","currency","status","failure_reason");
--> statement-breakpoint
create index concurrently "transactions_by_currency_and_more" on "transactions" ("account_id","mode","currency","created_at","id","amount","status","failure_reason");
--> statement-breakpoint
create index concurrently "transactions_by_reason_and_more" on "transactions" ("account_id","mode","failure_reason","created_at","id","amount","currency","status") where failure_reason is not null;
--> statement-breakpoint
drop index concurrently if exists "transactions_by_amount";
--> statement-breakpoint
drop index concurrently if exists "transactions_by_currency";
--> statement-breakpoint
drop index concurrently if exists "transactions_by_reason";
