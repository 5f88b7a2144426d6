import { z } from "zod";
import { frameMessageSchema } from "./frame-messages.ts";

/** JSON Schema 2020-12, open to fields of later minor versions. */
export function frameJsonSchema(): object {
  const schema = z.toJSONSchema(frameMessageSchema, {
    override: ({ jsonSchema }) => {
      delete jsonSchema.additionalProperties;
    },
  });
  const title = "Messages of a framed Bankside checkout, version 1";
  const description = "Ignore messages of another v or type, and fields that are not named here.";
  return { title, description, ...schema };
}
