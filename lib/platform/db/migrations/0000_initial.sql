CREATE SEQUENCE "public"."sandbox_order_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1042 CACHE 1;--> statement-breakpoint
CREATE TABLE "bank_pauses" (
	"bank_id" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"paused_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "onboarding" (
	"account_id" text PRIMARY KEY NOT NULL,
	"brand_skipped" boolean DEFAULT false NOT NULL,
	"dismissed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "saved_filters" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_links" (
	"digest" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"digest" text NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "invitations_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"account_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"is_mapped" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "members_account_id_user_id_pk" PRIMARY KEY("account_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "operators" (
	"user_id" text PRIMARY KEY NOT NULL,
	"granted_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"purpose" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "provider_identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "provider_identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"digest" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"account_id" text,
	"completed_at" timestamp (3) with time zone,
	"is_from_provider" boolean DEFAULT false NOT NULL,
	"second_factor_at" timestamp (3) with time zone,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"password_changed_at" timestamp (3) with time zone NOT NULL,
	"sealed_totp_secret" text,
	"totp_confirmed_at" timestamp (3) with time zone,
	"totp_last_step" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"embed_origins" text[] DEFAULT '{}' NOT NULL,
	"app_schemes" text[] DEFAULT '{}' NOT NULL,
	"email_whitelisted" boolean DEFAULT false NOT NULL,
	"payer_verification" text DEFAULT 'on' NOT NULL,
	"default_success_url" text,
	"default_failure_url" text,
	"retention_days" integer,
	"return_delay_seconds" integer,
	"takes_transfers" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"method" text NOT NULL,
	"mode" text NOT NULL,
	"digest" text NOT NULL,
	"last_four" text NOT NULL,
	"name" text,
	"created_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"first_used_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "brands" (
	"account_id" text PRIMARY KEY NOT NULL,
	"accent_colour" text,
	"scheme" text DEFAULT 'auto' NOT NULL,
	"logo_type" text,
	"logo" text,
	"logo_digest" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "embed_refusals" (
	"account_id" text NOT NULL,
	"origin" text NOT NULL,
	"reference" text,
	"count" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "embed_refusals_account_id_origin_pk" PRIMARY KEY("account_id","origin")
);
--> statement-breakpoint
CREATE TABLE "payees" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"iban" text NOT NULL,
	"name" text NOT NULL,
	"is_primary" boolean NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"sealed_private_jwk" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"retired_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"jti" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"api_key_id" text NOT NULL,
	"sealed_details" text,
	"creations" integer DEFAULT 0 NOT NULL,
	"first_session_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_alerts" (
	"id" text PRIMARY KEY NOT NULL,
	"attempt_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"kind" text NOT NULL,
	"our_status" text NOT NULL,
	"bank_status" text NOT NULL,
	"bank_payment_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolved_note" text
);
--> statement-breakpoint
CREATE TABLE "checkout_tokens" (
	"digest" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"account_id" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"transaction_id" text NOT NULL,
	"sealed_response" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "payer_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"email_mac" text NOT NULL,
	"sealed_email" text NOT NULL,
	"code_mac" text NOT NULL,
	"wrong_attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"voided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payer_devices" (
	"id" text PRIMARY KEY NOT NULL,
	"sealed_email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payer_passkeys" (
	"credential_id" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payer_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"app_return_url" text,
	"sealed_details" text,
	"verified_by" text,
	"verified_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"payer_session_id" text,
	"bank_id" text NOT NULL,
	"sends_payer_iban" boolean DEFAULT false NOT NULL,
	"end_to_end_id" text NOT NULL,
	"request_id" text NOT NULL,
	"state" text NOT NULL,
	"state_used_at" timestamp (3) with time zone,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"payee_iban" text NOT NULL,
	"payee_name" text NOT NULL,
	"status" text NOT NULL,
	"failure_reason" text,
	"bank_payment_id" text,
	"bank_status" text,
	"approval_url" text,
	"sealed_grant" text,
	"poll_count" integer DEFAULT 0 NOT NULL,
	"next_poll_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"settled_note" text,
	CONSTRAINT "payment_attempts_end_to_end_id_unique" UNIQUE("end_to_end_id"),
	CONSTRAINT "payment_attempts_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "payment_attempts_state_unique" UNIQUE("state")
);
--> statement-breakpoint
CREATE TABLE "payment_banks" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"mode" text NOT NULL,
	"bank_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"currency" text,
	"failure_reason" text,
	"external_id" text
);
--> statement-breakpoint
CREATE TABLE "payment_statistics" (
	"account_id" text NOT NULL,
	"mode" text NOT NULL,
	"quarter_hour" timestamp (3) with time zone NOT NULL,
	"currency" text NOT NULL,
	"succeeded" integer DEFAULT 0 NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"declined" integer DEFAULT 0 NOT NULL,
	"expired" integer DEFAULT 0 NOT NULL,
	"superseded" integer DEFAULT 0 NOT NULL,
	"verification_failed" integer DEFAULT 0 NOT NULL,
	"bank_unavailable" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_statistics_account_id_mode_quarter_hour_currency_pk" PRIMARY KEY("account_id","mode","quarter_hour","currency")
);
--> statement-breakpoint
CREATE TABLE "received_transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"mode" text NOT NULL,
	"transaction_id" text,
	"import_id" text,
	"entry_key" text NOT NULL,
	"notification_key" text,
	"statement_key" text,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"reference" text,
	"booked_on" date,
	"status" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolved_note" text
);
--> statement-breakpoint
CREATE TABLE "statement_imports" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"mode" text NOT NULL,
	"digest" text NOT NULL,
	"file_name" text NOT NULL,
	"kind" text NOT NULL,
	"entries" integer NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"api_key_id" text NOT NULL,
	"created_by" text,
	"mode" text NOT NULL,
	"flow" text DEFAULT 'web' NOT NULL,
	"reference" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"payee_iban" text NOT NULL,
	"payee_name" text NOT NULL,
	"external_id" text,
	"success_url" text,
	"failure_url" text,
	"processing_url" text,
	"metadata" jsonb,
	"source" text,
	"client_type" text,
	"fingerprint" text NOT NULL,
	"payer_email_hash" text,
	"sealed_payer" text,
	"order_info" text NOT NULL,
	"status" text NOT NULL,
	"failure_reason" text,
	"end_reason" text,
	"payer_step" text,
	"lock_digest" text,
	"locked_at" timestamp (3) with time zone,
	"released_digest" text,
	"transfer_reference" text,
	"transfer_shown_at" timestamp (3) with time zone,
	"transfer_reported_at" timestamp (3) with time zone,
	"restored_at" timestamp (3) with time zone,
	"returned_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "transactions_reference_unique" UNIQUE("reference"),
	CONSTRAINT "transactions_transfer_reference_unique" UNIQUE("transfer_reference"),
	CONSTRAINT "transactions_amount" CHECK (amount between 1 and 99999999999),
	CONSTRAINT "transactions_final" CHECK ((status in ('succeeded', 'failed')) = (finished_at is not null)),
	CONSTRAINT "transactions_reason" CHECK ((status = 'failed') = (failure_reason is not null))
);
--> statement-breakpoint
CREATE TABLE "sandbox_apps" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"sealed_api_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_bank_ledger" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"debtor_iban" text NOT NULL,
	"creditor_iban" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"booked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_bank_ledger_payment_id_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_bank_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"request_id" text NOT NULL,
	"product" text NOT NULL,
	"end_to_end_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"creditor_iban" text NOT NULL,
	"creditor_name" text NOT NULL,
	"remittance" text,
	"debtor_iban" text,
	"approval_token" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"nok_redirect_uri" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"behaviour" text DEFAULT 'normal' NOT NULL,
	"settles_at" timestamp (3) with time zone,
	"asked" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_bank_payments_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "sandbox_bank_payments_approval_token_unique" UNIQUE("approval_token")
);
--> statement-breakpoint
CREATE TABLE "sandbox_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient_mac" text NOT NULL,
	"sealed_mail" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_shop_orders" (
	"id" text PRIMARY KEY NOT NULL,
	"external_id" text DEFAULT '#' || nextval('sandbox_order_numbers') NOT NULL,
	"cart_id" text NOT NULL,
	"items" jsonb NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"transaction_id" text,
	"redirect_url" text,
	"status" text NOT NULL,
	"last_event_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_shops" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"sealed_api_key" text NOT NULL,
	"sealed_webhook_secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"headers" jsonb NOT NULL,
	"body" text NOT NULL,
	"is_signed" boolean NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"status" text NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"leases" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"delivery_id" text NOT NULL,
	"number" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"request_headers" jsonb,
	"response_status" integer,
	"response_start" text,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"mode" text NOT NULL,
	"type" text NOT NULL,
	"transaction_id" text,
	"payload" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"mode" text NOT NULL,
	"url" text NOT NULL,
	"name" text,
	"event_types" text[] DEFAULT '{"transaction.succeeded","transaction.failed"}' NOT NULL,
	"secret_saved_at" timestamp (3) with time zone,
	"sealed_secret" text NOT NULL,
	"sealed_previous_secret" text,
	"previous_secret_expires_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"last_failed_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"paused_until" timestamp (3) with time zone,
	"disabled_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"details" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"last_run_at" timestamp (3) with time zone,
	"failed_steps" integer DEFAULT 0 NOT NULL,
	"last_failed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "test_clock" (
	"id" integer PRIMARY KEY NOT NULL,
	"offset_ms" bigint NOT NULL,
	CONSTRAINT "test_clock_one" CHECK (id = 1)
);
--> statement-breakpoint
ALTER TABLE "onboarding" ADD CONSTRAINT "onboarding_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_identities" ADD CONSTRAINT "provider_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embed_refusals" ADD CONSTRAINT "embed_refusals_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payees" ADD CONSTRAINT "payees_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_alerts" ADD CONSTRAINT "bank_alerts_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_alerts" ADD CONSTRAINT "bank_alerts_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_tokens" ADD CONSTRAINT "checkout_tokens_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payer_codes" ADD CONSTRAINT "payer_codes_session_id_payer_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."payer_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payer_codes" ADD CONSTRAINT "payer_codes_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payer_passkeys" ADD CONSTRAINT "payer_passkeys_device_id_payer_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."payer_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payer_sessions" ADD CONSTRAINT "payer_sessions_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_payer_session_id_payer_sessions_id_fk" FOREIGN KEY ("payer_session_id") REFERENCES "public"."payer_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "received_transfers" ADD CONSTRAINT "received_transfers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "received_transfers" ADD CONSTRAINT "received_transfers_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "received_transfers" ADD CONSTRAINT "received_transfers_import_id_statement_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."statement_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_imports" ADD CONSTRAINT "statement_imports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_apps" ADD CONSTRAINT "sandbox_apps_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_bank_ledger" ADD CONSTRAINT "sandbox_bank_ledger_payment_id_sandbox_bank_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."sandbox_bank_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_shops" ADD CONSTRAINT "sandbox_shops_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_webhooks" ADD CONSTRAINT "sandbox_webhooks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_name" ON "saved_filters" USING btree ("account_id","user_id","name");--> statement-breakpoint
CREATE INDEX "email_links_email" ON "email_links" USING btree ("email","purpose");--> statement-breakpoint
CREATE INDEX "email_links_expiry" ON "email_links" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_one_open" ON "invitations" USING btree ("account_id","email") WHERE accepted_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "members_user" ON "members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expiry" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_identities_user" ON "provider_identities" USING btree ("user_id","issuer");--> statement-breakpoint
CREATE INDEX "recovery_codes_user" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "api_keys_account" ON "api_keys" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payees_account_iban" ON "payees" USING btree ("account_id","iban");--> statement-breakpoint
CREATE UNIQUE INDEX "payees_one_primary" ON "payees" USING btree ("account_id") WHERE is_primary;--> statement-breakpoint
CREATE INDEX "tokens_expiry" ON "tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_alerts_once" ON "bank_alerts" USING btree ("attempt_id","kind","bank_status");--> statement-breakpoint
CREATE INDEX "bank_alerts_transaction" ON "bank_alerts" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "bank_alerts_open" ON "bank_alerts" USING btree ("created_at") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "checkout_tokens_transaction" ON "checkout_tokens" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "payer_codes_session" ON "payer_codes" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "payer_codes_transaction" ON "payer_codes" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "payer_codes_email" ON "payer_codes" USING btree ("email_mac","created_at");--> statement-breakpoint
CREATE INDEX "payer_devices_last_seen" ON "payer_devices" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "payer_passkeys_device" ON "payer_passkeys" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "payer_sessions_transaction" ON "payer_sessions" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "payer_sessions_with_details" ON "payer_sessions" USING btree ("created_at") WHERE sealed_details is not null or app_return_url is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_one_open" ON "payment_attempts" USING btree ("transaction_id") WHERE status in ('starting', 'awaiting_payer', 'processing');--> statement-breakpoint
CREATE INDEX "payment_attempts_transaction" ON "payment_attempts" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_bank_payment" ON "payment_attempts" USING btree ("bank_payment_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_payer_session" ON "payment_attempts" USING btree ("payer_session_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_due" ON "payment_attempts" USING btree ("next_poll_at") WHERE next_poll_at is not null;--> statement-breakpoint
CREATE INDEX "payment_banks_by_created" ON "payment_banks" USING btree ("account_id","mode","bank_id","created_at","transaction_id");--> statement-breakpoint
CREATE INDEX "payment_banks_by_currency" ON "payment_banks" USING btree ("account_id","mode","bank_id","currency","created_at","transaction_id");--> statement-breakpoint
CREATE INDEX "payment_banks_by_reason" ON "payment_banks" USING btree ("account_id","mode","bank_id","failure_reason","created_at","transaction_id","currency") WHERE failure_reason is not null;--> statement-breakpoint
CREATE INDEX "payment_banks_by_external_id" ON "payment_banks" USING btree ("account_id","mode","bank_id","external_id" text_pattern_ops,"transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "received_transfers_once" ON "received_transfers" USING btree ("account_id","mode","entry_key");--> statement-breakpoint
CREATE UNIQUE INDEX "received_transfers_once_notified" ON "received_transfers" USING btree ("account_id","mode","notification_key");--> statement-breakpoint
CREATE UNIQUE INDEX "received_transfers_once_stated" ON "received_transfers" USING btree ("account_id","mode","statement_key");--> statement-breakpoint
CREATE UNIQUE INDEX "received_transfers_one_paid" ON "received_transfers" USING btree ("transaction_id") WHERE status = 'paid';--> statement-breakpoint
CREATE INDEX "received_transfers_account" ON "received_transfers" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_imports_once" ON "statement_imports" USING btree ("account_id","mode","digest");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_one_payable" ON "transactions" USING btree (("account_id" || ' ' || "mode" || ' ' || "external_id"),"flow",coalesce("payer_email_hash", '')) WHERE status <> 'failed';--> statement-breakpoint
CREATE INDEX "transactions_account" ON "transactions" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "transactions_by_created" ON "transactions" USING btree ("account_id","mode","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_by_amount" ON "transactions" USING btree ("account_id","mode","amount","id","created_at","currency","status","failure_reason","external_id");--> statement-breakpoint
CREATE INDEX "transactions_by_status" ON "transactions" USING btree ("account_id","mode","status","created_at","id","amount","currency","failure_reason","external_id");--> statement-breakpoint
CREATE INDEX "transactions_by_currency" ON "transactions" USING btree ("account_id","mode","currency","created_at","id","amount","status","failure_reason","external_id");--> statement-breakpoint
CREATE INDEX "transactions_by_reason" ON "transactions" USING btree ("account_id","mode","failure_reason","created_at","id","amount","currency","status","external_id") WHERE failure_reason is not null;--> statement-breakpoint
CREATE INDEX "transactions_by_external_id" ON "transactions" USING btree ("account_id","mode","external_id" text_pattern_ops,"id","created_at","amount","currency","status","failure_reason");--> statement-breakpoint
CREATE INDEX "transactions_by_payer" ON "transactions" USING btree ("account_id","payer_email_hash") WHERE payer_email_hash is not null;--> statement-breakpoint
CREATE INDEX "transactions_ended" ON "transactions" USING btree ("account_id" collate "C","mode",(case when "failure_reason" is null then hashtext("id")::bigint & -hashtext("id")::bigint else -1 end),"finished_at","created_at","failure_reason","id") WHERE finished_at is not null;--> statement-breakpoint
CREATE INDEX "transactions_with_metadata" ON "transactions" USING btree ("finished_at") WHERE metadata is not null;--> statement-breakpoint
CREATE INDEX "transactions_with_payer" ON "transactions" USING btree ("finished_at") WHERE sealed_payer is not null;--> statement-breakpoint
CREATE INDEX "transactions_restored" ON "transactions" USING btree ("id") WHERE restored_at is not null;--> statement-breakpoint
CREATE INDEX "transactions_due" ON "transactions" USING btree ("expires_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "transactions_reported" ON "transactions" USING btree ("account_id","mode","transfer_reported_at") WHERE status = 'processing' and transfer_reported_at is not null;--> statement-breakpoint
CREATE INDEX "sandbox_bank_ledger_debtor" ON "sandbox_bank_ledger" USING btree ("debtor_iban");--> statement-breakpoint
CREATE INDEX "sandbox_mails_recipient" ON "sandbox_mails" USING btree ("recipient_mac","id");--> statement-breakpoint
CREATE INDEX "sandbox_shop_orders_cart" ON "sandbox_shop_orders" USING btree ("cart_id");--> statement-breakpoint
CREATE INDEX "sandbox_webhooks_account" ON "sandbox_webhooks" USING btree ("account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_event_endpoint" ON "deliveries" USING btree ("event_id","endpoint_id");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("next_attempt_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_endpoint" ON "deliveries" USING btree ("endpoint_id","next_attempt_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_leased" ON "deliveries" USING btree ("leased_until") WHERE status = 'pending' and leased_until is not null;--> statement-breakpoint
CREATE INDEX "deliveries_endpoint_log" ON "deliveries" USING btree ("endpoint_id","event_id");--> statement-breakpoint
CREATE INDEX "deliveries_endpoint_status" ON "deliveries" USING btree ("endpoint_id","status","event_id");--> statement-breakpoint
CREATE INDEX "delivery_attempts_delivery" ON "delivery_attempts" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "delivery_attempts_kept" ON "delivery_attempts" USING btree ("started_at") WHERE response_start is not null or request_headers is not null;--> statement-breakpoint
CREATE INDEX "events_account" ON "events" USING btree ("account_id","mode","id");--> statement-breakpoint
CREATE INDEX "events_type" ON "events" USING btree ("account_id","mode","type","id");--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING btree ("account_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "events_tests" ON "events" USING btree ("account_id","mode") WHERE transaction_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "events_transaction" ON "events" USING btree ("transaction_id",(type = 'transaction.processing'));--> statement-breakpoint
CREATE INDEX "webhook_endpoints_account" ON "webhook_endpoints" USING btree ("account_id","mode");--> statement-breakpoint
CREATE INDEX "audit_entries_account" ON "audit_entries" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_target" ON "audit_entries" USING btree ("target");
--> statement-breakpoint
-- Whatever the code does, an order never changes and has one outcome. What a payer wrote into a transfer finds its order for ever.
create function guard_transaction() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.mode, new.flow, new.reference, new.amount, new.currency, new.payee_iban, new.payee_name)
     is distinct from
     (old.account_id, old.mode, old.flow, old.reference, old.amount, old.currency, old.payee_iban, old.payee_name) then
    raise exception 'transaction %: the order is immutable', old.id using errcode = 'integrity_constraint_violation';
  end if;
  if old.transfer_reference is not null and new.transfer_reference is distinct from old.transfer_reference then
    raise exception 'transaction %: the transfer reference is immutable', old.id
      using errcode = 'integrity_constraint_violation';
  end if;
  if new.status <> old.status and not (
    (old.status = 'pending' and new.status in ('processing', 'failed')) or
    (old.status = 'processing' and new.status in ('succeeded', 'failed'))
  ) then
    raise exception 'transaction %: no way from % to %', old.id, old.status, new.status
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger transactions_guard before update on transactions
  for each row execute function guard_transaction();
--> statement-breakpoint
create function guard_payment_attempt() returns trigger language plpgsql as $$
begin
  if (new.transaction_id, new.bank_id, new.end_to_end_id, new.request_id, new.amount, new.currency, new.payee_iban, new.payee_name)
     is distinct from
     (old.transaction_id, old.bank_id, old.end_to_end_id, old.request_id, old.amount, old.currency, old.payee_iban, old.payee_name) then
    raise exception 'payment attempt %: what was sent to the bank is immutable', old.id
      using errcode = 'integrity_constraint_violation';
  end if;
  if old.status in ('succeeded', 'failed') and new.status <> old.status then
    raise exception 'payment attempt %: no way from % to %', old.id, old.status, new.status
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger payment_attempts_guard before update on payment_attempts
  for each row execute function guard_payment_attempt();
--> statement-breakpoint
-- In the same transaction as the outcome, at its end: others wait for the row no longer than for the commit.
create function count_payment() returns trigger language plpgsql as $$
declare
  payment transactions := old;
  step integer := -1;
begin
  for times in 1..2 loop
    if payment.finished_at is not null then
      insert into payment_statistics as known values (
        payment.account_id, payment.mode, date_bin('15 minutes', payment.finished_at, 'epoch'), payment.currency,
        case when payment.status = 'succeeded' then step else 0 end,
        case when payment.status = 'succeeded' then step * payment.amount else 0 end,
        case when payment.failure_reason = 'cancelled' then step else 0 end,
        case when payment.failure_reason = 'declined' then step else 0 end,
        case when payment.failure_reason = 'expired' then step else 0 end,
        case when payment.failure_reason = 'superseded' then step else 0 end,
        case when payment.failure_reason = 'verification_failed' then step else 0 end,
        case when payment.failure_reason = 'bank_unavailable' then step else 0 end
      ) on conflict (account_id, mode, quarter_hour, currency) do update set
        succeeded = known.succeeded + excluded.succeeded,
        amount = known.amount + excluded.amount,
        cancelled = known.cancelled + excluded.cancelled,
        declined = known.declined + excluded.declined,
        expired = known.expired + excluded.expired,
        superseded = known.superseded + excluded.superseded,
        verification_failed = known.verification_failed + excluded.verification_failed,
        bank_unavailable = known.bank_unavailable + excluded.bank_unavailable;
    end if;
    payment := new;
    step := 1;
  end loop;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger transactions_count_new after insert on transactions deferrable initially deferred
  for each row when (new.finished_at is not null) execute function count_payment();
--> statement-breakpoint
create constraint trigger transactions_count_changed after update of finished_at on transactions deferrable initially deferred
  for each row when (old.finished_at is distinct from new.finished_at) execute function count_payment();
--> statement-breakpoint
create constraint trigger transactions_count_deleted after delete on transactions deferrable initially deferred
  for each row when (old.finished_at is not null) execute function count_payment();
--> statement-breakpoint
create function note_payment_bank() returns trigger language plpgsql as $$
begin
  insert into payment_banks (transaction_id, account_id, mode, bank_id, created_at, currency, failure_reason, external_id)
  select id, account_id, mode, (
    -- With a limit, PostgreSQL might look for it among the newest attempts of all payments.
    select (array_agg(bank_id order by id desc))[1] from payment_attempts where transaction_id = transactions.id
  ), created_at, currency, failure_reason, external_id
  from transactions where id = new.transaction_id
  on conflict (transaction_id) do update set
    bank_id = excluded.bank_id, currency = excluded.currency, failure_reason = excluded.failure_reason,
    external_id = excluded.external_id;
  return null;
end $$;
--> statement-breakpoint
create trigger payment_attempts_note_bank after insert on payment_attempts
  for each row execute function note_payment_bank();
--> statement-breakpoint
create function note_failure_with_bank() returns trigger language plpgsql as $$
begin
  update payment_banks set currency = new.currency, failure_reason = new.failure_reason where transaction_id = new.id;
  return null;
end $$;
--> statement-breakpoint
create trigger transactions_note_failure after update of failure_reason on transactions
  for each row when (old.failure_reason is distinct from new.failure_reason) execute function note_failure_with_bank();
