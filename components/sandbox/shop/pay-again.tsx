import { Button } from "#components/ui/button.tsx";

type Props = { action: (form: FormData) => Promise<void>; orderId: string; children: string };

export function PayAgain({ action, orderId, children }: Props) {
  return (
    <form action={action}>
      <input type="hidden" name="orderId" value={orderId} />
      <Button>{children}</Button>
    </form>
  );
}
