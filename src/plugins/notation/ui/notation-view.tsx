import { ActionIcon, Box, Center, Group, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconPrinter, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { SETTINGS } from '../../../core/kernel/services/tokens.js'
import { shownNoteName } from '../../../core/music/guitar/note-name.js'
import { type SongQuarters, songQuarters } from '../../../core/music/song/tempo-map.js'
import { CommandIcon } from '../../../core/react/command-button.js'
import { useFingers } from '../../../core/react/hooks/use-fingers.js'
import { useMoment } from '../../../core/react/hooks/use-moment.js'
import { usePrinting } from '../../../core/react/hooks/use-printing.js'
import { useKernel, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { type OpenSong, PLAYBACK_SETTINGS, SONG_FINGERING, SONG_SESSION } from '../../player/tokens.js'
import { type Drawing, type DrawnBeat, SCORES } from '../../score-files/tokens.js'
import { notationSettings, SCALES } from '../notation-settings.js'
import { type ScorePlace, scorePlace } from '../score-place.js'
import classes from './notation.module.css'
import { ScoreLines, ScoreSheet } from './score-sheet.js'
import { useScorePointer } from './use-score-pointer.js'

export default function NotationView() {
  const song = useStore(useService(SONG_SESSION).view, view => view.song)
  return song ? <Opened song={song} /> : null
}

function Opened({ song }: { readonly song: OpenSong }) {
  const { t } = useText()
  const scale = useStore(useService(SETTINGS).store(notationSettings), settings => settings.scale)
  const { drawing, paper, failed } = useDrawing(song, scale)
  return (
    <>
      <Tools scale={scale} />
      {failed ? (
        <Text role="alert">{t('This song can’t be shown as notation. Show it as tablature.')}</Text>
      ) : drawing ? (
        <ScoreScroll song={song} drawing={drawing} />
      ) : (
        <Center className={classes.view} mih={160} role="status">
          {t('Drawing the notation…')}
        </Center>
      )}
      {paper && <Paper title={song.title} drawing={paper} />}
    </>
  )
}

function Tools({ scale }: { readonly scale: number }) {
  const { t } = useText()
  const print = t('Print notation')
  return (
    <Group role="toolbar" aria-label={t('Notation')} gap={4} justify="flex-end" mt={-38}>
      <CommandIcon command="notation.zoom-out" disabled={scale <= SCALES[0]}>
        <IconZoomOut size={18} />
      </CommandIcon>
      <CommandIcon command="notation.zoom-in" disabled={scale >= (SCALES.at(-1) ?? 1)}>
        <IconZoomIn size={18} />
      </CommandIcon>
      <Tooltip label={print}>
        <ActionIcon variant="default" size={30} aria-label={print} onClick={() => window.print()}>
          <IconPrinter size={18} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

function Paper({ title, drawing }: { readonly title: string; readonly drawing: Drawing }) {
  const printing = usePrinting()
  if (!printing) return null
  // The panel is for the screen only.
  return createPortal(
    <div className="fw-on-paper">
      <h2>{title}</h2>
      <ScoreLines pieces={drawing.pieces} />
    </div>,
    document.querySelector('main') ?? document.body,
  )
}

interface ScoreProps {
  readonly song: OpenSong
  readonly drawing: Drawing
}

function ScoreScroll({ song, drawing }: ScoreProps) {
  const { t } = useText()
  const fingers = useFingers()
  const hint = useId()
  const session = useService(SONG_SESSION)
  const playback = useService(PLAYBACK_SETTINGS)
  const { loop, looping } = useStore(playback.view)
  const place = useMemo(() => scorePlace(drawing), [drawing])
  const time = useMemo(() => songQuarters(song.song), [song])
  const { view, playhead, seen, reveal } = useScoreMotion(drawing, place, time)
  const { cursor, pressed } = useCursor({ song, drawing, place, time }, reveal)

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

interface PlacedScore extends ScoreProps {
  readonly place: ScorePlace
  readonly time: SongQuarters
}

function useCursor({ song, drawing, place, time }: PlacedScore, reveal: (x: number) => void) {
  const { commands } = useKernel()
  const session = useService(SONG_SESSION)
  const playback = useService(PLAYBACK_SETTINGS)
  const [at, setAt] = useState<number>()
  const beats = useMemo(
    () =>
      drawing.bars.flatMap(({ beats }, bar) => beats.map((beat, index): Cursor => ({ bar, index, beat }))),
    [drawing],
  )
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

/** More staves are slow to draw and hard to read. */
const MOST_TRACKS = 4
/** Pixels. */
const PAPER_WIDTH = 720
const PAPER_SCALE = 0.8

/** Redrawn when the song, its tracks, their positions or the size change. */
function useDrawing({ song }: OpenSong, scale: number) {
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

/** Position of the playhead as a share of the width. */
const HEAD = 0.25
/** Pixels drawn around the visible part. */
const AHEAD = 1500
const MARGIN = 60

/** Scrolls frame by frame; renders only for other pieces. */
function useScoreMotion({ width }: Pick<Drawing, 'width'>, place: ScorePlace, time: SongQuarters) {
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
