-- concurrently
create index concurrently "transactions_restored" on "transactions" ("id") where restored_at is not null;
