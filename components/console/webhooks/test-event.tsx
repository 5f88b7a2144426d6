"use client";

import { useActionState } from "react";
import { Banner, type BannerTone } from "#components/ui/banner.tsx";
import { FailedBanner } from "#components/ui/failed-banner.tsx";
import { PageElement } from "#components/ui/page-element.tsx";
import { Response } from "#components/ui/response.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import type { FormAction, FormState } from "#lib/platform/values/form-state.ts";
import type { TestResultProps } from "./test-result.script.ts";

/** `statusHref`: where to poll for the result. */
export type SentTest = { href: string; statusHref: string };

type Words = { send: string; again: string; sending: string; look: string; busy: string };
type Props = { action: FormAction<SentTest>; endpointId: string; words: Words };

export function TestEvent({ action, endpointId, words }: Props) {
  const [state, send] = useActionState<FormState<SentTest>, FormData>(action, undefined);
  return (
    <Response isResponse={state !== undefined}>
      <div className="grid gap-4">
        <form action={send} data-stays="" className="grid justify-items-start gap-4">
          <input type="hidden" name="id" value={endpointId} />
          <SubmitButton look="secondary" busyText={words.busy}>
            {state?.ok ? words.again : words.send}
          </SubmitButton>
          <FailedBanner />
        </form>
        {state && !state.ok && (
          <Banner tone="negative" alert>
            <p>{state.problem}</p>
          </Banner>
        )}
        {state?.ok && <Result sent={state.value} words={words} />}
      </div>
    </Response>
  );
}

function Result({ sent: { href, statusHref }, words }: { sent: SentTest; words: Words }) {
  const banner = (tone: BannerTone) => (
    <Banner tone={tone}>
      <p>{words.sending}</p>
      <p>
        <a className="link" href={href}>
          {words.look}
        </a>
      </p>
    </Banner>
  );
  return (
    <PageElement<TestResultProps> name="page-test-result" props={{ statusHref }}>
      <div role="status">{banner("info")}</div>
      <template data-good="">{banner("positive")}</template>
      <template data-bad="">{banner("negative")}</template>
    </PageElement>
  );
}
