-- concurrently
CREATE UNIQUE INDEX CONCURRENTLY "events_one_link_paid" ON "events" USING btree ("transaction_id") WHERE type = 'link.paid';
