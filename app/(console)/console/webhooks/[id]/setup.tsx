import { EndpointFields } from "#components/console/webhooks/endpoint-fields.tsx";
import { SecretForm } from "#components/console/webhooks/new-secret.tsx";
import { secretWords } from "#components/console/webhooks/secret-words.ts";
import { Section } from "#components/console/webhooks/section.tsx";
import { TestEvent } from "#components/console/webhooks/test-event.tsx";
import { testWords } from "#components/console/webhooks/test-words.ts";
import { ActionForm } from "#components/ui/action-form.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { TimeWithin } from "#components/ui/time-within.tsx";
import { merchantText } from "#lib/next/request/text.ts";
import type { EndpointView } from "#lib/webhooks/endpoints/endpoint.ts";
import {
  acknowledgeSecretAction,
  changeEndpointAction,
  deleteEndpointAction,
  disableEndpointAction,
  enableEndpointAction,
  rotateSecretAction,
  sendTestAction,
} from "../actions.ts";
import { callbackHosts } from "../callback-hosts.ts";

type Props = { endpoint: EndpointView };

export async function TestSection({ endpoint }: Props) {
  const text = await merchantText();
  const { test: words } = text.messages.webhooks;
  return (
    <Section id="test" title={words.title}>
      <p className="text-muted">{words.lead}</p>
      {endpoint.disabledAt ? (
        <p>{words.disabled}</p>
      ) : (
        <TestEvent action={sendTestAction} endpointId={endpoint.id} words={testWords(text)} />
      )}
    </Section>
  );
}

export async function SettingsSection({ endpoint }: Props) {
  const text = await merchantText();
  const { webhooks: words } = text.messages;
  return (
    <Section id="settings" title={words.form.settings}>
      <ActionForm action={changeEndpointAction}>
        <input type="hidden" name="id" value={endpoint.id} />
        <EndpointFields
          text={text}
          endpoint={endpoint}
          hosts={await callbackHosts(endpoint.mode)}
        />
        <div>
          <SubmitButton>{words.form.save}</SubmitButton>
        </div>
      </ActionForm>
    </Section>
  );
}

/** The new Webhook Secret replaces the form and shows once. */
export async function SecretSection({ endpoint }: Props) {
  const text = await merchantText();
  const { secret: words } = text.messages.webhooks;
  const { previousSecretUntil } = endpoint;
  const question = previousSecretUntil
    ? `${words.rotateQuestion} ${words.rotateTwice}`
    : words.rotateQuestion;
  return (
    <Section id="secret" title={words.section}>
      {previousSecretUntil && (
        <p>
          <TimeWithin text={text} message={words.both} at={previousSecretUntil} />
        </p>
      )}
      <SecretForm
        action={rotateSecretAction}
        acknowledge={acknowledgeSecretAction}
        words={secretWords(text, true)}
      >
        <input type="hidden" name="id" value={endpoint.id} />
        <Confirm label={words.rotate} question={question}>
          <div>
            <SubmitButton look="danger">{words.rotateNow}</SubmitButton>
          </div>
        </Confirm>
      </SecretForm>
    </Section>
  );
}

export async function PowerSection({ endpoint }: Props) {
  const { power: words } = (await merchantText()).messages.webhooks;
  const id = <input type="hidden" name="id" value={endpoint.id} />;
  return (
    <Section id="power" title={words.title}>
      {endpoint.disabledAt ? (
        <ActionForm action={enableEndpointAction}>
          {id}
          <p className="text-muted">{words.enableLead}</p>
          <div>
            <SubmitButton>{words.enable}</SubmitButton>
          </div>
        </ActionForm>
      ) : (
        <Confirm label={words.disable} question={words.disableQuestion}>
          <ActionForm action={disableEndpointAction}>
            {id}
            <div>
              <SubmitButton look="danger">{words.disableNow}</SubmitButton>
            </div>
          </ActionForm>
        </Confirm>
      )}
      <Confirm label={words.delete} question={words.deleteQuestion}>
        <ActionForm action={deleteEndpointAction}>
          {id}
          <div>
            <SubmitButton look="danger">{words.deleteNow}</SubmitButton>
          </div>
        </ActionForm>
      </Confirm>
    </Section>
  );
}
