/** What React knows of a server action. */
type Reference = { $$id?: string; $$bound?: readonly unknown[] | null };

/**
 * The hidden field with which a form without scripts names its server action.
 * @throws Error for an action with bound arguments, or a function that is none
 */
export function actionField(action: object): string {
  const { $$id, $$bound }: Reference = action;
  if ($$id === undefined || $$bound) throw new Error("not a server action without arguments");
  return `$ACTION_ID_${$$id}`;
}
