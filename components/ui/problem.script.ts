/** In the `ProblemPlace` of an element; without `words` it is hidden. */
export function showProblem(element: Element, words: string | undefined): void {
  const place = element.querySelector<HTMLElement>("[data-problem]");
  place?.querySelector("p")?.replaceChildren(words ?? "");
  if (place) place.hidden = words === undefined;
}

/** As the server renders it, see field.tsx; without `words` it is removed. */
export function showFieldProblem(input: HTMLInputElement, words: string | undefined): void {
  const id = `${input.id}-error`;
  document.getElementById(id)?.remove();
  const others = input
    .getAttribute("aria-describedby")
    ?.split(" ")
    .filter((one) => one !== id);
  const describedBy = [...(others ?? []), ...(words === undefined ? [] : [id])].join(" ");
  if (describedBy) input.setAttribute("aria-describedby", describedBy);
  else input.removeAttribute("aria-describedby");
  input.ariaInvalid = words === undefined ? null : "true";
  if (words === undefined) return;
  const shown = document.createElement("p");
  Object.assign(shown, { id, role: "alert", className: "font-medium text-negative text-sm" });
  shown.textContent = words;
  input.after(shown);
}
