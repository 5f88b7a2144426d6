CREATE TABLE "feed_events" (
	"feed_id" text NOT NULL,
	"event_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "feed_events_feed_id_event_id_pk" PRIMARY KEY("feed_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "feeds" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"mode" text NOT NULL,
	"provider" text NOT NULL,
	"iban" text NOT NULL,
	"sealed_credentials" text,
	"sealed_webhook_secret" text,
	"read_until" timestamp (3) with time zone NOT NULL,
	"next_read_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	"eager_until" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_read_at" timestamp (3) with time zone,
	"last_money_at" timestamp (3) with time zone,
	"last_error" text,
	"last_error_at" timestamp (3) with time zone,
	"silent_at" timestamp (3) with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"retired_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "received_transfers" ADD COLUMN "feed_key" text;--> statement-breakpoint
ALTER TABLE "feed_events" ADD CONSTRAINT "feed_events_feed_id_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."feeds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feed_events_created" ON "feed_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "feeds_account" ON "feeds" USING btree ("account_id","mode");--> statement-breakpoint
CREATE INDEX "feeds_due" ON "feeds" USING btree ("next_read_at") WHERE next_read_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "feeds_one_per_iban" ON "feeds" USING btree ("account_id","mode","provider","iban") WHERE retired_at is null;