/** Aligned text of another length starts elsewhere. A new element avoids a layout shift. */
export function setTime(element: Element, words: string): void {
  const time = element.querySelector("time");
  if (!time || time.textContent === words) return;
  if (time.textContent?.length === words.length) {
    time.textContent = words;
    return;
  }
  const other = time.cloneNode();
  other.textContent = words;
  time.replaceWith(other);
}
