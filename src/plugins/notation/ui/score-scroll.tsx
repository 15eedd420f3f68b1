import { Box, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { shownNoteName } from '../../../core/music/guitar/note-name.js'
import { songQuarters } from '../../../core/music/song/tempo-map.js'
import { useFingers } from '../../../core/react/hooks/use-fingers.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { type OpenSong, PLAYBACK_SETTINGS, SONG_SESSION } from '../../player/tokens.js'
import type { Drawing, DrawnBeat } from '../../score-files/tokens.js'
import { scorePlace } from '../score-place.js'
import classes from './notation.module.css'
import { ScoreSheet } from './score-sheet.js'
import { useScoreMotion } from './use-score-motion.js'
import { useScorePointer } from './use-score-pointer.js'

interface ScoreProps {
  readonly song: OpenSong
  readonly drawing: Drawing
}

export function ScoreScroll({ song, drawing }: ScoreProps) {
  const { t } = useText()
  const fingers = useFingers()
  const hint = useId()
  const session = useService(SONG_SESSION)
  const playback = useService(PLAYBACK_SETTINGS)
  const { loop, looping } = useStore(playback.view)
  const place = useMemo(() => scorePlace(drawing), [drawing])
  const time = useMemo(() => songQuarters(song.song), [song])
  const { view, playhead, seen, reveal } = useScoreMotion(drawing, place, time)
  const { cursor, pressed } = useCursor({ song, drawing }, reveal)

  const numberOf = (played: number) =>
    song.barBeatAt(time.msAt((drawing.order[played]?.quarter ?? 0) + SLACK)).bar
  const now = () => time.quarterAt(session.positionMs())
  const { chosen, handlers } = useScorePointer(view, place, {
    seek: bar => session.seek(time.msAt(drawing.order[place.playedNear(bar, now())]?.quarter ?? 0)),
    loop(first, last) {
      const from = place.playedNear(first, now())
      const to = place.playedNear(last, drawing.order[from]?.quarter ?? 0)
      playback.setLoop({ from: numberOf(from), to: numberOf(to) })
      playback.setLooping(true)
    },
  })
  const looped = looping && loop ? drawing.order.filter((_, index) => isWithin(numberOf(index), loop)) : []
  const marked = new Set(chosen ? barsBetween(...chosen) : looped.map(({ bar }) => bar))

  return (
    <>
      <div
        ref={view}
        className={classes.view}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys go from beat to beat
        tabIndex={0}
        aria-label={t('Notation of {{song}}', { song: song.title })}
        aria-describedby={hint}
        data-notation
        onKeyDown={pressed}
        {...handlers}
      >
        <Box pos="relative" w={drawing.width} h={drawing.height} aria-hidden="true">
          {[...marked].map(bar => {
            const { x = 0, width = 0 } = drawing.bars[bar] ?? {}
            return (
              <div key={bar} className={classes.mark} style={{ left: x, width }} data-marked-bar={bar + 1} />
            )
          })}
          <ScoreSheet
            pieces={drawing.pieces.filter(({ x, width }) => x < seen.to && x + width > seen.from)}
          />
          {cursor && <div className={classes.cursor} style={{ left: cursor.beat.x }} />}
          <div ref={playhead} className={classes.playhead} data-playhead />
        </Box>
      </div>
      <Box role="status" mih={20} fz={13} data-notation-words>
        {cursor && <Words bar={cursor.bar} beat={cursor.beat} number={cursor.index + 1} />}
      </Box>
      <VisuallyHidden id={hint}>
        {fingers
          ? t('Tap a bar to go there.')
          : `${t('Click a bar to go there, drag over bars to loop them.')} ${t(
              '← → move from beat to beat, Page Up and Page Down from bar to bar, Enter plays from there, Shift+Enter loops the bar.',
            )}`}
      </VisuallyHidden>
    </>
  )
}

/** Rounding error of ticks, in quarters. */
const SLACK = 1e-3

const isWithin = (bar: number, { from, to }: { readonly from: number; readonly to: number }) =>
  bar >= from && bar <= to

function barsBetween(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

interface Cursor {
  readonly bar: number
  readonly index: number
  readonly beat: DrawnBeat
}

function useCursor({ song, drawing }: ScoreProps, reveal: (x: number) => void) {
  const { commands } = useKernel()
  const session = useService(SONG_SESSION)
  const playback = useService(PLAYBACK_SETTINGS)
  const [at, setAt] = useState<number>()
  const beats = useMemo(
    () =>
      drawing.bars.flatMap(({ beats }, bar) => beats.map((beat, index): Cursor => ({ bar, index, beat }))),
    [drawing],
  )
  const place = useMemo(() => scorePlace(drawing), [drawing])
  const time = useMemo(() => songQuarters(song.song), [song])
  const cursor = at === undefined ? undefined : beats[at]
  useEffect(() => {
    if (cursor) reveal(cursor.beat.x)
  }, [cursor, reveal])

  const quarterNow = () => time.quarterAt(session.positionMs())
  const firstOf = (bar: number) => beats.findIndex(beat => beat.bar === bar)
  const current = () => firstOf(drawing.order[place.playedAt(quarterNow())]?.bar ?? 0)
  const goTo = (index: number) => setAt(Math.min(beats.length - 1, Math.max(0, index)))
  const played = () => drawing.order[place.playedNear(cursor?.bar ?? 0, quarterNow())]?.quarter ?? 0
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => goTo(at === undefined ? current() : at + 1),
    ArrowLeft: () => goTo(at === undefined ? current() : at - 1),
    PageDown: () => goTo(cursor ? firstOf(Math.min(drawing.bars.length - 1, cursor.bar + 1)) : current()),
    PageUp: () => goTo(cursor ? firstOf(Math.max(0, cursor.bar - 1)) : current()),
    Home: () => goTo(0),
    End: () => goTo(beats.length - 1),
    Escape: () => setAt(undefined),
    Enter: () => session.seek(time.msAt(played() + (cursor?.beat.at ?? 0))),
    '+': () => void commands.execute('notation.zoom-in'),
    '-': () => void commands.execute('notation.zoom-out'),
  }
  const loopBar = () => {
    const { bar } = song.barBeatAt(time.msAt(played() + SLACK))
    playback.setLoop({ from: bar, to: bar })
    playback.setLooping(true)
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isLoop = event.shiftKey && event.key === 'Enter'
    const act = isLoop ? loopBar : event.shiftKey && event.key !== '+' ? undefined : keys[event.key]
    if (!act || (cursor === undefined && /Enter|Escape/.test(event.key))) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return { cursor, pressed }
}

function Words({ bar, beat, number }: { bar: number; beat: DrawnBeat; number: number }) {
  const { t } = useText()
  const where = { bar: bar + 1, beat: number }
  if (beat.notes.length === 0) return t('Bar {{bar}}, beat {{beat}}: rest', where)
  const notes = beat.notes.map(({ pitch, string, fret }) =>
    string === undefined || fret === undefined
      ? shownNoteName(pitch)
      : t('{{note}}, string {{string}}, fret {{fret}}', { note: shownNoteName(pitch), string, fret }),
  )
  return t('Bar {{bar}}, beat {{beat}}: {{notes}}', { ...where, notes: notes.join('; ') })
}
