/** Where the focus goes when what had it is gone: the next Tab leads into the screen, not to the top of the page. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true })
}
