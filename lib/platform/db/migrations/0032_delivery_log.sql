-- concurrently
create index concurrently "deliveries_endpoint_status" on "deliveries" ("endpoint_id","status","event_id");
--> statement-breakpoint
create index concurrently "events_created" on "events" ("account_id","mode","created_at");
--> statement-breakpoint
create index concurrently "events_tests" on "events" ("account_id","mode") where transaction_id is null;
