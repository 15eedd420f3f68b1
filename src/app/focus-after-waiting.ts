/** A button that waits is disabled, and a browser takes the focus from what is disabled: it gets it back at the end. */
import { type Disposable, disposable } from '../core/platform/disposable.js'

/** What had the focus, the newest last: a question that was answered is gone, and the button that asked it is not. */
const REMEMBERED = 4

export function giveFocusBack(page: Document): Disposable {
  let recent: Element[] = []
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element)
      recent = [...recent.filter(each => each !== target), target].slice(-REMEMBERED)
  }
  const observer = new MutationObserver(changes => {
    // The user has moved the focus elsewhere in the meantime.
    if (page.activeElement !== page.body) return
    const last = recent.findLast(({ isConnected }) => isConnected)
    const waited = changes.some(({ target }) => target === last)
    if (waited && last instanceof HTMLElement && !last.hasAttribute('disabled')) last.focus()
  })
  page.addEventListener('focusin', onFocus)
  observer.observe(page.body, { subtree: true, attributeFilter: ['disabled'] })
  return disposable(() => {
    page.removeEventListener('focusin', onFocus)
    observer.disconnect()
  })
}
