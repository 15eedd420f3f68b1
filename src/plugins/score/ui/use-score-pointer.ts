import type { PointerEvent, RefObject } from 'react'
import { useDrag } from '../../../core/react/hooks/use-drag.js'
import type { ScorePlace, ScorePoint } from '../notation/score-place.js'

interface Chosen {
  /** Called with bar indices in the written score. */
  readonly seek: (bar: number, point: ScorePoint) => void
  readonly loop: (first: number, last: number) => void
}

interface Drag {
  readonly from: ScorePoint
  readonly to: ScorePoint
}

const DRAG = 12

const isDrag = ({ from, to }: Drag) => Math.hypot(to.x - from.x, to.y - from.y) > DRAG

export function useScorePointer(
  view: RefObject<HTMLDivElement | null>,
  place: ScorePlace,
  { seek, loop }: Chosen,
) {
  const drag = useDrag<Drag>()
  const pointOf = ({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): ScorePoint => {
    const { left = 0, top = 0 } = view.current?.firstElementChild?.getBoundingClientRect() ?? {}
    return { x: clientX - left, y: clientY - top }
  }
  const barsOf = ({ from, to }: Drag) => {
    const [first, last] = [place.barAt(from), place.barAt(to)]
    return [Math.min(first, last), Math.max(first, last)] as const
  }

  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || event.pointerType !== 'mouse') return
      const point = pointOf(event)
      drag.set({ from: point, to: point })
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent) {
      const now = drag.now()
      if (now) drag.set({ ...now, to: pointOf(event) })
    },
    onPointerUp() {
      const now = drag.now()
      if (!now) return
      const [first, last] = barsOf(now)
      if (isDrag(now)) loop(first, last)
      else seek(first, now.to)
      drag.set(undefined)
    },
    onPointerCancel: () => drag.set(undefined),
    // Touch dragging scrolls; a tap arrives as a click.
    onClick({ nativeEvent }: { readonly nativeEvent: MouseEvent }) {
      if ('pointerType' in nativeEvent && nativeEvent.pointerType !== 'mouse') {
        const point = pointOf(nativeEvent)
        seek(place.barAt(point), point)
      }
    },
  }
  return { chosen: drag.shown && isDrag(drag.shown) ? barsOf(drag.shown) : undefined, handlers }
}
