import { useEffect, useMemo, useState } from 'react'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useService } from '../../../core/react/kernel-context.js'
import { type OpenSong, SONG_FINGERING } from '../../player/tokens.js'
import { type Drawing, SCORES } from '../../score-files/tokens.js'

/** More staves are slow to draw and hard to read. */
const MOST_TRACKS = 4
/** Pixels. */
const PAPER_WIDTH = 720
const PAPER_SCALE = 0.8

/** Redrawn when the song, its tracks, their positions or the size change. */
export function useDrawing({ song }: OpenSong, scale: number) {
  const fingering = useService(SONG_FINGERING)
  const scores = useService(SCORES)
  const { notes, working, pins, zone, written } = useStore(fingering.view)
  const [drawn, setDrawn] = useState<{ drawing?: Drawing; paper?: Drawing; failed?: boolean }>({})
  const tracks = useMemo(
    () => [...new Set(notes.map(({ track }) => track))].sort((a, b) => a - b).slice(0, MOST_TRACKS),
    [notes],
  )
  const wanted = JSON.stringify([tracks, pins, zone, written, working])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` says what of the fingering is drawn
  useEffect(() => {
    if (working) return
    const ended = new AbortController()
    const { signal } = ended
    const placed = fingering.onNeck(song)
    const draw = (options: { scale: number; pageWidth?: number }) =>
      scores.draw(placed, { tracks, ...options }, signal)
    const drawAll = async () => {
      const drawing = await draw({ scale })
      setDrawn({ drawing })
      const paper = await draw({ scale: PAPER_SCALE, pageWidth: PAPER_WIDTH })
      setDrawn({ drawing, paper })
    }
    drawAll().catch(() => {
      if (!signal.aborted) setDrawn({ failed: true })
    })
    return () => ended.abort()
  }, [song, scale, wanted, fingering, scores])

  return drawn
}
