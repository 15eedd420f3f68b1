import { type PointerEvent, useEffect, useMemo, useRef } from 'react'
import { useDrag } from '../../../../core/react/hooks/use-drag.js'
import { useService, useStore } from '../../../../core/react/kernel-context.js'
import type { Box, NeckGeometry, Point } from '../../neck/neck-geometry.js'
import { DRAGGED_FRETS } from '../../tokens.js'
import styles from './neck.module.css'

interface Drag {
  readonly began: number
  readonly over: number
}

export function FretRange({ geometry }: { geometry: NeckGeometry }) {
  const dragged = useStore(useService(DRAGGED_FRETS))
  const spaces = useMemo(() => fretSpaces(geometry), [geometry])
  const drag = useDrag<Drag>()
  const strip = useRef<SVGGElement>(null)
  const offered = dragged !== undefined
  useEffect(() => {
    const element = strip.current
    if (!offered || !element) return
    // A drag selects frets instead of scrolling. `touch-action` doesn't work on parts of an SVG.
    const preventScroll = (event: TouchEvent) => {
      if (event.cancelable) event.preventDefault()
    }
    element.addEventListener('touchmove', preventScroll, { passive: false })
    return () => element.removeEventListener('touchmove', preventScroll)
  }, [offered])
  if (!dragged) return null
  const shown = drag.shown ? rangeOf(drag.shown) : dragged.range

  const onPointerDown = (event: PointerEvent<SVGGElement>) => {
    const fret = fretAt(event)
    if (event.button !== 0 || fret === undefined) return
    // The strip is narrow. Capture lets a drag continue outside it.
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.set({ began: fret, over: fret })
  }
  const onPointerMove = (event: PointerEvent<SVGGElement>) => {
    const now = drag.now()
    const fret = now && fretAt(event)
    if (now && fret !== undefined && fret !== now.over) drag.set({ ...now, over: fret })
  }
  const onPointerUp = () => {
    const now = drag.now()
    if (!now) return
    drag.set(undefined)
    dragged.choose(now.began === now.over ? undefined : rangeOf(now))
  }

  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group without tabindex isn't focusable
    <g
      ref={strip}
      className={styles.fretRange}
      aria-hidden="true"
      data-fret-range={shown ? `${shown.from}-${shown.to}` : ''}
      data-vertical={geometry.vertical || undefined}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => drag.set(undefined)}
    >
      {spaces.map(({ fret, ...box }) => (
        <rect
          key={fret}
          {...box}
          className={styles.fretSpace}
          data-fret-space={fret}
          data-in={(shown && fret >= shown.from && fret <= shown.to) || undefined}
        />
      ))}
    </g>
  )
}

function rangeOf({ began, over }: Drag) {
  return { from: Math.min(began, over), to: Math.max(began, over) }
}

/** Uses screen coordinates. The drawing is scaled and may be scrolled. */
function fretAt({ currentTarget, clientX: x, clientY: y }: PointerEvent<SVGGElement>): number | undefined {
  const seen = [...currentTarget.querySelectorAll('[data-fret-space]')].map(element => {
    const box = element.getBoundingClientRect()
    const fret = Number(element.getAttribute('data-fret-space'))
    return { fret, x: box.x, y: box.y, width: box.width, height: box.height }
  })
  return nearestFret(seen, { x, y })
}

interface FretSpace extends Box {
  readonly fret: number
}

const ACROSS = 32
const RAISED = 6

/** Returns boxes that extend halfway to the next number. */
export function fretSpaces({ numbers, vertical }: Pick<NeckGeometry, 'numbers' | 'vertical'>): FretSpace[] {
  const along = numbers.map(({ x, y }) => (vertical ? y - RAISED : x))
  return numbers.map(({ fret, x, y }, index) => {
    const at = along[index] ?? 0
    // The outermost boxes are symmetric. Numbers run in reverse if the nut is on the right.
    const before = along[index - 1] ?? 2 * at - (along[index + 1] ?? at)
    const after = along[index + 1] ?? 2 * at - before
    const start = (at + Math.min(before, after)) / 2
    const length = Math.abs(after - before) / 2
    return vertical
      ? { fret, x: x - ACROSS / 2, y: start, width: ACROSS, height: length }
      : { fret, x: start, y: y - RAISED - ACROSS / 2, width: length, height: ACROSS }
  })
}

export function nearestFret(spaces: readonly FretSpace[], point: Point): number | undefined {
  const distance = ({ x, y, width, height }: Box) =>
    Math.hypot(Math.max(x - point.x, 0, point.x - x - width), Math.max(y - point.y, 0, point.y - y - height))
  return spaces.toSorted((a, b) => distance(a) - distance(b))[0]?.fret
}
