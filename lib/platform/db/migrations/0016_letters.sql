CREATE TABLE "letter_items" (
	"account_id" text NOT NULL,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"item_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "letter_items_kind_item_id_pk" PRIMARY KEY("kind","item_id")
);
--> statement-breakpoint
CREATE TABLE "letter_switches" (
	"account_id" text NOT NULL,
	"mode" text NOT NULL,
	"recipient" text NOT NULL,
	"kind" text NOT NULL,
	"is_on" boolean NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "letter_switches_account_id_mode_recipient_kind_pk" PRIMARY KEY("account_id","mode","recipient","kind")
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"recipient" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "letters_ended" CHECK ((state = 'queued') = (ended_at is null)),
	CONSTRAINT "letters_due_once_queued" CHECK ((state = 'queued') = (next_at is not null))
);
--> statement-breakpoint
ALTER TABLE "letter_items" ADD CONSTRAINT "letter_items_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_switches" ADD CONSTRAINT "letter_switches_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "letter_items_note" ON "letter_items" USING btree ("account_id","mode","kind","subject");--> statement-breakpoint
CREATE INDEX "letter_items_created" ON "letter_items" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "letters_once" ON "letters" USING btree ("account_id","mode","kind","subject","recipient");--> statement-breakpoint
CREATE INDEX "letters_due" ON "letters" USING btree ("next_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "letters_created" ON "letters" USING btree ("created_at");