CREATE INDEX "audit_entries_target" ON "audit_entries" USING btree ("target");--> statement-breakpoint
CREATE INDEX "authorisations_bank_payment" ON "authorisations" USING btree ("bank_payment_id");--> statement-breakpoint
CREATE INDEX "deliveries_endpoint_log" ON "deliveries" USING btree ("endpoint_id","id");--> statement-breakpoint
CREATE INDEX "transactions_finished" ON "transactions" USING btree ("account_id","mode","finished_at") WHERE finished_at is not null;