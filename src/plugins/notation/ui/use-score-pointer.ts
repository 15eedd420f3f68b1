import type { PointerEvent, RefObject } from 'react'
import { useDrag } from '../../../core/react/hooks/use-drag.js'
import type { ScorePlace } from '../score-place.js'

interface Chosen {
  /** Indices of written bars. */
  readonly seek: (bar: number) => void
  readonly loop: (first: number, last: number) => void
}

interface Drag {
  /** Pixels. */
  readonly from: number
  readonly to: number
}

const DRAG = 12

const isDrag = ({ from, to }: Drag) => Math.abs(to - from) > DRAG

export function useScorePointer(
  view: RefObject<HTMLDivElement | null>,
  place: ScorePlace,
  { seek, loop }: Chosen,
) {
  const drag = useDrag<Drag>()
  const xOf = ({ clientX }: { readonly clientX: number }) => {
    const element = view.current
    return clientX - (element?.getBoundingClientRect().left ?? 0) + (element?.scrollLeft ?? 0)
  }
  const barsOf = ({ from, to }: Drag) =>
    [place.barAt(Math.min(from, to)), place.barAt(Math.max(from, to))] as const

  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || event.pointerType !== 'mouse') return
      const x = xOf(event)
      drag.set({ from: x, to: x })
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent) {
      const now = drag.now()
      if (now) drag.set({ ...now, to: xOf(event) })
    },
    onPointerUp() {
      const now = drag.now()
      if (!now) return
      const [first, last] = barsOf(now)
      if (isDrag(now)) loop(first, last)
      else seek(first)
      drag.set(undefined)
    },
    onPointerCancel: () => drag.set(undefined),
    // A finger scrolls; its tap is a click.
    onClick({ nativeEvent }: { readonly nativeEvent: MouseEvent }) {
      if ('pointerType' in nativeEvent && nativeEvent.pointerType !== 'mouse') {
        seek(place.barAt(xOf(nativeEvent)))
      }
    },
  }
  return { chosen: drag.shown && isDrag(drag.shown) ? barsOf(drag.shown) : undefined, handlers }
}
