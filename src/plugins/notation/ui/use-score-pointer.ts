import { type PointerEvent, type RefObject, useRef, useState } from 'react'
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
  const [drag, setDrag] = useState<Drag>()
  /** A click may end before it is rendered. */
  const latest = useRef<Drag>(undefined)
  const take = (next: Drag | undefined) => {
    latest.current = next
    setDrag(next)
  }
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
      take({ from: x, to: x })
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent) {
      if (latest.current) take({ ...latest.current, to: xOf(event) })
    },
    onPointerUp() {
      const { current } = latest
      if (!current) return
      const [first, last] = barsOf(current)
      if (isDrag(current)) loop(first, last)
      else seek(first)
      take(undefined)
    },
    onPointerCancel: () => take(undefined),
    // A finger scrolls; its tap is a click.
    onClick({ nativeEvent }: { readonly nativeEvent: MouseEvent }) {
      if ('pointerType' in nativeEvent && nativeEvent.pointerType !== 'mouse') {
        seek(place.barAt(xOf(nativeEvent)))
      }
    },
  }
  return { chosen: drag && isDrag(drag) ? barsOf(drag) : undefined, handlers }
}
