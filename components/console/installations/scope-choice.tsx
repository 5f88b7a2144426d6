import { Checkbox } from "#components/ui/checkbox.tsx";
import { FieldProblem } from "#components/ui/field-problem.tsx";
import { SCOPED_OPERATIONS, type Scope } from "#lib/merchants/model/scope.ts";
import type { MerchantText } from "#lib/platform/i18n/format.ts";

type Props = {
  text: MerchantText;
  legend: string;
  scopes: readonly Scope[];
  chosen: readonly Scope[];
};

/** With what each scope allows, from the table that the API checks. */
export function ScopeChoice({ text, legend, scopes, chosen }: Props) {
  const words = text.messages.installations.scopes;
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">{legend}</legend>
      {scopes.map((scope) => (
        <Checkbox key={scope} name={scope} defaultChecked={chosen.includes(scope)}>
          <span className="font-medium">{words.names[scope]}</span>{" "}
          <code className="font-mono text-muted text-sm">{scope}</code>
          <span className="block text-muted text-sm">{words.does[scope]}</span>
          <span className="flex flex-wrap gap-x-4 font-mono text-muted text-xs">
            {callsOf(scope).map((call) => (
              <span key={call} className="min-w-0 break-words">
                {call}
              </span>
            ))}
          </span>
        </Checkbox>
      ))}
      <FieldProblem name="scopes" />
    </fieldset>
  );
}

function callsOf(scope: Scope): string[] {
  return Object.values(SCOPED_OPERATIONS[scope]);
}
