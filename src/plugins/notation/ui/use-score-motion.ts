/** Scrolls frame by frame; renders only for other pieces. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { SongQuarters } from '../../../core/music/song/tempo-map.js'
import { useMoment } from '../../../core/react/hooks/use-moment.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useService } from '../../../core/react/kernel-context.js'
import { SONG_SESSION } from '../../player/tokens.js'
import type { Drawing } from '../../score-files/tokens.js'
import type { ScorePlace } from '../score-place.js'

/** Position of the playhead as a share of the width. */
const HEAD = 0.25
/** Pixels drawn around the visible part. */
const AHEAD = 1500
const MARGIN = 60

export function useScoreMotion({ width }: Pick<Drawing, 'width'>, place: ScorePlace, time: SongQuarters) {
  const session = useService(SONG_SESSION)
  const playing = useStore(session.view, now => now.playing)
  const fromMs = useStore(session.view, now => now.fromMs)
  const view = useRef<HTMLDivElement>(null)
  const playhead = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ from: 0, to: AHEAD * 2 })

  const look = useCallback(() => {
    const element = view.current
    if (!element) return
    const [left, right] = [element.scrollLeft, element.scrollLeft + element.clientWidth]
    setSeen(now => {
      const isThere =
        now.from <= Math.max(0, left - AHEAD / 2) && now.to >= Math.min(width, right + AHEAD / 2)
      return isThere ? now : { from: left - AHEAD, to: right + AHEAD }
    })
  }, [width])

  const show = useCallback(
    (ms: number) => {
      const element = view.current
      const x = place.xAt(time.quarterAt(ms))
      if (playhead.current) playhead.current.style.transform = `translate3d(${x}px, 0, 0)`
      if (!element) return
      const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
      const head = element.clientWidth * HEAD
      const isOut = x < element.scrollLeft || x > element.scrollLeft + element.clientWidth - MARGIN
      // Reduced motion turns pages.
      if (!calm || isOut) element.scrollLeft = x - head
    },
    [place, time],
  )

  useMoment({ running: playing, rest: fromMs, now: () => session.positionMs() }, show)

  useEffect(() => {
    const element = view.current
    look()
    element?.addEventListener('scroll', look, { passive: true })
    return () => element?.removeEventListener('scroll', look)
  }, [look])

  const reveal = useCallback(
    (x: number) => {
      const element = view.current
      if (!element || session.view.getState().playing) return
      const { scrollLeft, clientWidth } = element
      if (x < scrollLeft + MARGIN || x > scrollLeft + clientWidth - MARGIN)
        element.scrollLeft = x - clientWidth * HEAD
    },
    [session],
  )

  return { view, playhead, seen, reveal }
}
