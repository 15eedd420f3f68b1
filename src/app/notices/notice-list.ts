/** The list of notices covers the page: it reserves room for itself and returns the focus. */
import { type Disposable, disposable } from '../../core/platform/disposable.js'
import { focusMain } from '../../core/react/focus-main.js'

/** The page gets as much longer as the list is high, so that what it covers can be scrolled to. */
export function makeRoom(list: HTMLElement): Disposable {
  const { style } = document.documentElement
  const measure = new ResizeObserver(() => style.setProperty('--fw-notices', `${list.offsetHeight}px`))
  measure.observe(list)
  return disposable(() => {
    measure.disconnect()
    style.removeProperty('--fw-notices')
  })
}

/** A notice goes with the button that was pressed in it: the focus goes back to where it came from, else to the page. */
export function returnFocus(list: HTMLElement): Disposable {
  let from: Element | null = null
  const onFocus = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Element && !list.contains(relatedTarget)) from = relatedTarget
  }
  const observer = new MutationObserver(() => {
    if (from === null || document.activeElement !== document.body) return
    const back = from
    from = null
    if (!back.isConnected) focusMain()
    else if (back instanceof HTMLElement || back instanceof SVGElement) back.focus({ preventScroll: true })
  })
  list.addEventListener('focusin', onFocus)
  observer.observe(list, { childList: true, subtree: true })
  return disposable(() => {
    list.removeEventListener('focusin', onFocus)
    observer.disconnect()
  })
}
