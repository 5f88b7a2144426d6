CREATE INDEX "audit_entries_target" ON "audit_entries" USING btree ("target");--> statement-breakpoint
CREATE INDEX "authorisations_bank_payment" ON "authorisations" USING btree ("bank_payment_id");--> statement-breakpoint
CREATE INDEX "deliveries_endpoint_log" ON "deliveries" USING btree ("endpoint_id","event_id");--> statement-breakpoint
CREATE INDEX "delivery_attempts_kept" ON "delivery_attempts" USING btree ("started_at") WHERE response_start is not null or request_headers is not null;--> statement-breakpoint
CREATE INDEX "transactions_finished" ON "transactions" USING btree ("account_id","mode","finished_at") WHERE finished_at is not null;--> statement-breakpoint
CREATE INDEX "transactions_telling" ON "transactions" USING btree ("finished_at") WHERE metadata is not null;