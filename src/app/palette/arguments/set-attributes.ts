/** Attributes of an element that a library draws: set where they differ, since each setting is work for who watches. */
export function setAttributes(
  element: Element,
  attributes: Readonly<Record<string, string | undefined>>,
): void {
  for (const [name, value] of Object.entries(attributes)) {
    if ((element.getAttribute(name) ?? undefined) === value) continue
    if (value === undefined) element.removeAttribute(name)
    else element.setAttribute(name, value)
  }
}
