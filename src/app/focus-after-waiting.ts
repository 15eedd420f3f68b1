/** A browser blurs a button that is disabled while it waits: it gets the focus back. */
import { type Disposable, disposable } from '../core/platform/disposable.js'

/** Several: an answered question is gone, but not the button that asked it. */
const REMEMBERED = 4

export function giveFocusBack(page: Document): Disposable {
  let recent: Element[] = []
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element)
      recent = [...recent.filter(each => each !== target), target].slice(-REMEMBERED)
  }
  const observer = new MutationObserver(changes => {
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
