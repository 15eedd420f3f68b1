/** Scrolls every frame without React. Re-renders only when more bars must be drawn. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useMoment } from '../../../core/react/hooks/use-moment.js'
import { useService, useStore } from '../../../core/react/kernel-context.js'
import { SONG_SESSION } from '../../player/tokens.js'
import {
  barsToDraw,
  beatStart,
  type DrawnBars,
  headOf,
  isDrawn,
  pageStart,
  type TabTime,
} from '../tablature/tab-time.js'

const USUAL_WIDTH = 800
const MARGIN_PX = 40
const BEFORE_SONG = 28

type LaneParts = Readonly<Record<'view' | 'track' | 'playhead', RefObject<HTMLDivElement | null>>>

export type LaneMotion = ReturnType<typeof useLaneMotion>

export function useLaneMotion({ view, track, playhead }: LaneParts, time: TabTime, zoom: number) {
  const session = useService(SONG_SESSION)
  const playing = useStore(session.view, now => now.playing)
  const fromMs = useStore(session.view, now => now.fromMs)
  const last = time.starts.at(-1) ?? 0
  // Cached: reading the width during a seek would force a layout.
  const wide = useRef(USUAL_WIDTH)
  const width = useCallback(() => wide.current, [])
  const measure = useCallback(() => {
    wide.current = view.current?.clientWidth || USUAL_WIDTH
  }, [view])
  const [drawn, setDrawn] = useState<DrawnBars>(() => barsToDraw(time, 0, USUAL_WIDTH / zoom))
  const latest = useRef(drawn)
  /** In quarter notes: song time at the playhead's default position, and current song time. */
  const at = useRef({ seen: 0, song: 0 })

  /** Returns the left edge of the view, clamped to the start of the song. */
  const leftOf = useCallback(
    (seen: number) => Math.max(-BEFORE_SONG, seen * zoom - headOf(wide.current)) / zoom,
    [zoom],
  )

  const place = useCallback(() => {
    const { seen, song } = at.current
    const left = leftOf(seen)
    const origin = time.starts[latest.current.first] ?? 0
    if (track.current) track.current.style.transform = `translate3d(${(origin - left) * zoom}px, 0, 0)`
    if (playhead.current) playhead.current.style.transform = `translate3d(${(song - left) * zoom}px, 0, 0)`
    const quarters = wide.current / zoom
    if (isDrawn(latest.current, time, left, quarters)) return
    const next = barsToDraw(time, left, quarters)
    // Setting the same bars again would cause an endless render loop.
    if (next.first === latest.current.first && next.last === latest.current.last) return
    latest.current = next
    setDrawn(next)
  }, [time, zoom, track, playhead, leftOf])

  const show = useCallback(
    (ms: number) => {
      const song = Math.min(last, time.quarterAt(ms))
      const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
      const room = (width() - headOf(width()) - MARGIN_PX) / zoom
      // With reduced motion, the view moves by pages and the playhead by beats.
      at.current = calm
        ? { seen: pageStart(time, song, room), song: beatStart(time, song) }
        : { seen: song, song }
      place()
    },
    [time, zoom, last, width, place],
  )

  useLayoutEffect(measure, [measure])

  // New bars have a different origin. Reposition before paint to avoid a jump.
  useLayoutEffect(() => {
    latest.current = drawn
    place()
  }, [drawn, place])

  useMoment({ running: playing, rest: fromMs, now: () => session.positionMs() }, show)

  useEffect(() => {
    const element = view.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      measure()
      place()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [view, measure, place])

  const moveTo = (quarter: number) => {
    if (session.view.getState().playing) return
    at.current = { ...at.current, seen: Math.min(last, Math.max(0, quarter)) }
    place()
  }

  return {
    drawn,
    width,
    scroll: (pixels: number) => moveTo(leftOf(at.current.seen) + (headOf(width()) + pixels) / zoom),
    reveal(quarter: number) {
      const x = (quarter - leftOf(at.current.seen)) * zoom
      if (x < MARGIN_PX || x > width() - MARGIN_PX) moveTo(quarter)
    },
    /** @param clientX in pixels */
    quarterAt(clientX: number) {
      const box = view.current?.getBoundingClientRect()
      return leftOf(at.current.seen) + (clientX - (box?.left ?? 0)) / zoom
    },
  }
}
