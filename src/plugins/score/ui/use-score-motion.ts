import { useCallback, useEffect, useRef, useState } from 'react'
import { useMoment } from '../../../core/react/hooks/use-moment.js'
import { useService, useStore } from '../../../core/react/kernel-context.js'
import type { SongQuarters } from '../../../music/song/song-time.js'
import { type OpenSong, SONG_SESSION } from '../../player/tokens.js'
import type { Drawing, DrawnPiece } from '../../score-files/tokens.js'
import type { ScorePlace, ScorePoint } from '../notation/score-place.js'

export interface ScoreProps {
  readonly song: OpenSong
  readonly drawing: Drawing
  /** True for several systems on a page, false for a single line. */
  readonly isPage: boolean
}

export interface PlacedScore extends ScoreProps {
  readonly place: ScorePlace
  readonly time: SongQuarters
}

const PLAYHEAD_SHARE = 0.25
const OVERSCAN_PX = 1500
const MARGIN = 60
const SPACE_ABOVE_PX = 8

/**
 * Scrolls every frame, or system by system on a page. Re-renders only when
 * other parts of the score become visible.
 */
export function useScoreMotion({ drawing, isPage, place, time }: PlacedScore) {
  const session = useService(SONG_SESSION)
  const playing = useStore(session.view, now => now.playing)
  const fromMs = useStore(session.view, now => now.fromMs)
  const view = useRef<HTMLDivElement>(null)
  const playhead = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ from: 0, to: OVERSCAN_PX * 2 })
  const { width, height } = drawing
  const length = isPage ? height : width

  const look = useCallback(() => {
    const element = view.current
    if (!element) return
    const first = isPage ? element.scrollTop : element.scrollLeft
    const last = first + (isPage ? element.clientHeight : element.clientWidth)
    setSeen(now => {
      const isThere =
        now.from <= Math.max(0, first - OVERSCAN_PX / 2) && now.to >= Math.min(length, last + OVERSCAN_PX / 2)
      return isThere ? now : { from: first - OVERSCAN_PX, to: last + OVERSCAN_PX }
    })
  }, [isPage, length])

  const system = useRef<{ readonly y: number; readonly place: ScorePlace }>(undefined)
  const show = useCallback(
    (ms: number) => {
      const element = view.current
      const { x, y, height } = place.spotAt(time.quarterAt(ms))
      if (playhead.current) {
        playhead.current.style.transform = `translate3d(${x}px, ${y}px, 0)`
        playhead.current.style.height = `${height}px`
      }
      if (!element) return
      const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
      if (isPage) {
        const before = system.current
        const isNew = before?.place !== place
        if (isNew || before.y !== y)
          element.scrollTo({ top: y - SPACE_ABOVE_PX, behavior: calm || isNew ? 'auto' : 'smooth' })
        system.current = { y, place }
        return
      }
      const head = element.clientWidth * PLAYHEAD_SHARE
      const isOut = x < element.scrollLeft || x > element.scrollLeft + element.clientWidth - MARGIN
      // With reduced motion, scroll only when the playhead leaves the view.
      if (!calm || isOut) element.scrollLeft = x - head
    },
    [place, time, isPage],
  )

  useMoment({ running: playing, rest: fromMs, now: () => session.positionMs() }, show)

  useEffect(() => {
    const element = view.current
    look()
    element?.addEventListener('scroll', look, { passive: true })
    return () => element?.removeEventListener('scroll', look)
  }, [look])

  const reveal = useCallback(
    ({ x, y }: ScorePoint) => {
      const element = view.current
      if (!element || session.view.getState().playing) return
      const { scrollLeft, scrollTop, clientWidth, clientHeight } = element
      if (isPage) {
        if (y < scrollTop || y > scrollTop + clientHeight / 2) element.scrollTop = y - SPACE_ABOVE_PX
      } else if (x < scrollLeft + MARGIN || x > scrollLeft + clientWidth - MARGIN)
        element.scrollLeft = x - clientWidth * PLAYHEAD_SHARE
    },
    [session, isPage],
  )

  const isSeen = (piece: DrawnPiece) =>
    isPage
      ? piece.y < seen.to && piece.y + piece.height > seen.from
      : piece.x < seen.to && piece.x + piece.width > seen.from
  return { view, playhead, seen: isSeen, reveal }
}
