import { Checkbox } from "#components/ui/checkbox.tsx";
import { FieldProblem } from "#components/ui/field-problem.tsx";
import { FormField } from "#components/ui/form-field.tsx";
import type { MerchantText } from "#lib/platform/i18n/format.ts";
import type { EndpointView } from "#lib/webhooks/endpoints/endpoint.ts";
import { EVENT_TYPES, type EventType, OUTCOME_EVENTS } from "#lib/webhooks/model/event-types.ts";

/** Public servers; also those that the operator allows in private networks; also http and loopback. */
export type CallbackHosts = "public" | "private" | "local";

type Props = {
  text: MerchantText;
  hosts: CallbackHosts;
  /** URL of the test receiver, to begin with. */
  receiverUrl?: string | undefined;
  endpoint?: Pick<EndpointView, "url" | "name" | "eventTypes">;
};

export function EndpointFields({ text, hosts, receiverUrl, endpoint }: Props) {
  const { form: words, types } = text.messages.webhooks;
  const hint = words.urlHints[hosts];
  const url = endpoint?.url ?? receiverUrl;
  const wanted: readonly EventType[] = endpoint?.eventTypes ?? OUTCOME_EVENTS;
  return (
    <>
      <FormField
        name="url"
        label={words.url}
        hint={receiverUrl ? `${words.urlReceiver} ${hint}` : hint}
        type="url"
        inputMode="url"
        autoComplete="off"
        required
        {...(url && { defaultValue: url })}
      />
      <FormField
        name="name"
        label={words.name}
        hint={words.nameHint}
        autoComplete="off"
        defaultValue={endpoint?.name ?? ""}
      />
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium">{words.events}</legend>
        {EVENT_TYPES.map((type) => (
          <Checkbox key={type} name={type} defaultChecked={wanted.includes(type)}>
            {types[type]} <span className="text-muted text-sm">{type}</span>
          </Checkbox>
        ))}
        <FieldProblem name="eventTypes" />
      </fieldset>
    </>
  );
}
