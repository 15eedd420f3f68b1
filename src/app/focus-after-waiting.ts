/** A button that waits is disabled, and a browser takes the focus from what is disabled: it gets it back at the end. */
import { type Disposable, disposable } from '../core/platform/disposable.js'

export function giveFocusBack(page: Document): Disposable {
  let last: EventTarget | null = null
  const onFocus = ({ target }: FocusEvent) => {
    last = target
  }
  const observer = new MutationObserver(changes => {
    const waited = changes.some(
      ({ target }) => target === last && !(target as Element).hasAttribute('disabled'),
    )
    // Whoever has gone elsewhere meanwhile stays there.
    if (waited && last instanceof HTMLElement && page.activeElement === page.body) last.focus()
  })
  page.addEventListener('focusin', onFocus)
  observer.observe(page.body, { subtree: true, attributeFilter: ['disabled'] })
  return disposable(() => {
    page.removeEventListener('focusin', onFocus)
    observer.disconnect()
  })
}
