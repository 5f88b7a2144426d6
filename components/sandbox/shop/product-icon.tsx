import { Bean, Coffee, type IconNode, Leaf, NotebookPen } from "lucide";
import { Icon } from "#components/ui/icon.tsx";
import type { ProductId } from "#lib/sandbox/shop/catalogue.ts";

const ICONS: Record<ProductId, IconNode> = {
  coffee: Bean,
  mug: Coffee,
  notebook: NotebookPen,
  tea: Leaf,
};

/** Decorative: the product's name is always next to it. */
export function ProductIcon({ id }: { id: ProductId }) {
  return (
    <span className="grid size-14 shrink-0 place-items-center rounded-soft bg-accent-tint text-accent">
      <Icon of={ICONS[id]} size={24} />
    </span>
  );
}
