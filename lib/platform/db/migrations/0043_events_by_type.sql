-- concurrently
create index concurrently "events_type" on "events" ("account_id","mode","type","id");
