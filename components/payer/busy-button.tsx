import { Button, type FormButtonProps } from "#components/ui/button.tsx";

type Props = FormButtonProps & { "data-leaves"?: "" };

/** Of a light page's form, see busy-forms.script.ts. */
export function BusyButton({ busyText, children, ...look }: Props) {
  return (
    <Button {...look} data-busy={busyText}>
      {children}
    </Button>
  );
}
