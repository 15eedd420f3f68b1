/** For the focus of removed elements: the next Tab leads into the screen, not to the top of the page. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}
