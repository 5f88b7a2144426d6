CREATE TABLE "payer_passkeys" (
	"credential_id" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payer_passkeys" ADD CONSTRAINT "payer_passkeys_device_id_payer_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."payer_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payer_passkeys_device" ON "payer_passkeys" USING btree ("device_id");