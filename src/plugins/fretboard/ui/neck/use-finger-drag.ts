/** A long press followed by a drag selects positions; an immediate drag scrolls. */
import { type RefObject, useEffect } from 'react'
import type { DragSelection } from '../../playing/selection.js'
import { positionOfElement } from './position-nodes.js'

const REST_MS = 350 // shorter than a phone's long press, longer than a tap
const REST_PX = 10

export function useFingerDrag(
  root: RefObject<HTMLElement | null>,
  { drag, active }: { readonly drag: DragSelection; readonly active: boolean },
): void {
  useEffect(() => {
    const element = root.current
    if (active && element) return followFinger(element, drag)
  }, [root, drag, active])
}

function followFinger(element: HTMLElement, drag: DragSelection): () => void {
  const listening = new AbortController()
  let resting: ReturnType<typeof setTimeout> | undefined
  let from = { x: 0, y: 0 }
  let selects = false

  const stopResting = () => {
    clearTimeout(resting)
    resting = undefined
  }
  const onStart = ({ touches, target }: TouchEvent) => {
    const position = target ? positionOfElement(target) : undefined
    const [finger] = touches
    stopResting()
    if (!position || !finger || touches.length > 1) return
    from = { x: finger.clientX, y: finger.clientY }
    resting = setTimeout(() => {
      selects = true
      drag.start(position)
      drag.begin()
    }, REST_MS)
  }
  const onMove = (event: TouchEvent) => {
    const [finger] = event.touches
    if (!finger) return
    const { clientX: x, clientY: y } = finger
    if (Math.hypot(x - from.x, y - from.y) > REST_PX && !selects) stopResting()
    if (!selects) return
    if (event.cancelable) event.preventDefault()
    // Touch events always target the element where the touch started.
    const under = document.elementFromPoint(x, y)
    const position = under ? positionOfElement(under) : undefined
    if (position) drag.over(position)
  }
  const onEnd = (event: TouchEvent) => {
    stopResting()
    if (!selects) return
    selects = false
    drag.end()
    // Prevent the click that would deselect the position again.
    if (event.cancelable) event.preventDefault()
  }
  const onContextMenu = (event: Event) => {
    if (selects) event.preventDefault()
  }

  const { signal } = listening
  element.addEventListener('touchstart', onStart, { signal, passive: true })
  element.addEventListener('touchmove', onMove, { signal, passive: false })
  element.addEventListener('touchend', onEnd, { signal })
  element.addEventListener('touchcancel', onEnd, { signal })
  element.addEventListener('contextmenu', onContextMenu, { signal })
  return () => {
    stopResting()
    drag.end()
    listening.abort()
  }
}
