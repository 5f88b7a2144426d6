import type { Locator } from "playwright/test";

const DATES = /\d{1,2} \p{L}+ \d{4} at \d{2}:\d{2} UTC/gu;
const IN_BRACKETS = /\[[^[\]]*\]/g;

/** Neither data nor from a catalogue. */
export async function untranslated(root: Locator): Promise<string[]> {
  const texts = await root.evaluate((top) => {
    // Values of merchants, banks and payers are marked. A closed language list is hidden.
    const isData = (element: Element): boolean =>
      element !== top &&
      (element.matches("bdi, [dir=ltr]:not(html), script, style") ||
        (element.parentElement !== null && isData(element.parentElement)));
    const blockOf = (element: Element): Element => {
      const isInline = ["inline", "contents"].includes(getComputedStyle(element).display);
      return isInline && element.parentElement ? blockOf(element.parentElement) : element;
    };
    const blocks = new Map<Element, string>();
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: element, nodeValue } = walker.currentNode;
      if (!element?.checkVisibility() || isData(element)) continue;
      const block = blockOf(element);
      blocks.set(block, `${blocks.get(block) ?? ""}${nodeValue}`);
    }
    const named = [top, ...top.querySelectorAll("[aria-label], [alt], [title], [placeholder]")];
    const names = named.flatMap((element) =>
      element.checkVisibility()
        ? ["aria-label", "alt", "title", "placeholder"].map(
            (name) => element.getAttribute(name) ?? "",
          )
        : [],
    );
    return [...blocks.values(), ...names];
  });
  return texts.filter((text) => /\p{L}/u.test(withoutMessages(text.replace(DATES, ""))));
}

function withoutMessages(text: string): string {
  const less = text.replace(IN_BRACKETS, "");
  return less === text ? text : withoutMessages(less);
}
