import { Box, Center, Group, Text, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue, useElementSize, useWindowEvent } from '@mantine/hooks'
import { IconPrinter, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { SETTINGS } from '../../../core/kernel/tokens.js'
import { CommandButton, CommandIcon } from '../../../core/react/command-button.js'
import { useMoment } from '../../../core/react/hooks/use-moment.js'
import { useTouchInput } from '../../../core/react/hooks/use-touch-input.js'
import { useKernel, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { shownNoteName } from '../../../music/song/song-keys.js'
import { type SongQuarters, songQuarters } from '../../../music/song/tempo-map.js'
import { NECK_VIEW, SONG_LAYOUT } from '../../fretboard/tokens.js'
import {
  type OpenSong,
  PLAYBACK_SETTINGS,
  type ShownNote,
  SONG_FINGERING,
  SONG_SESSION,
} from '../../player/tokens.js'
import {
  type Drawing,
  type DrawnBeat,
  type DrawnHead,
  type DrawnPiece,
  type DrawnStaves,
  SCORES,
} from '../../score-files/tokens.js'
import { CHOSEN_NOTE, NOTE_LOOKS, type NoteLook } from '../../tablature/tokens.js'
import { SHOWN_STAVES } from '../internal-tokens.js'
import { notationSettings, SCALES } from '../notation-settings.js'
import { printed } from '../print-command.js'
import { beyond, type ScorePlace, type ScorePoint, scorePlace, shownTracks } from '../score-place.js'
import classes from './notation.module.css'
import { PAPER_WIDTH, putPaper } from './print-score.js'
import { ScoreSheet } from './score-sheet.js'
import { useScorePointer } from './use-score-pointer.js'

export function ScoreView({ staves }: { readonly staves: DrawnStaves }) {
  const song = useStore(useService(SONG_SESSION).view, view => view.song)
  return song ? <Opened song={song} staves={staves} /> : null
}

function Opened({ song, staves }: { readonly song: OpenSong; readonly staves: DrawnStaves }) {
  const { t } = useText()
  const scale = useStore(useService(SETTINGS).store(notationSettings), settings => settings.scale)
  const isPage = useStore(useService(SONG_LAYOUT)) !== 'neck'
  const shown = useService(SHOWN_STAVES)
  useEffect(() => {
    shown.setState(staves)
    return () => shown.setState('tablature')
  }, [shown, staves])
  const { ref, width } = useElementSize()
  const [pageWidth] = useDebouncedValue(isPage ? width : undefined, REST_MS)
  const { drawing, failed } = useDrawing(song, { staves, scale, pageWidth })
  const { host } = useKernel()
  // The browser's own print command doesn't wait, so print what is already drawn.
  useWindowEvent('beforeprint', () => {
    if (isPage && drawing)
      putPaper(
        printed(
          host.activeContext('notation'),
          song,
          drawing.pieces,
          Math.min(1, PAPER_WIDTH / drawing.width),
        ),
      )
  })
  return (
    <>
      <Tools scale={scale} />
      <div ref={ref} className={classes.room}>
        {failed ? (
          <Text role="alert">{t('Can’t show this song as notation. Show it as tablature.')}</Text>
        ) : drawing ? (
          <ScoreScroll song={song} drawing={drawing} isPage={isPage} staves={staves} />
        ) : (
          <Center className={classes.view} mih={160} role="status" data-page={isPage || undefined}>
            {t('Loading notation…')}
          </Center>
        )}
      </div>
    </>
  )
}

/** Debounces redrawing while the window is resized. */
const REST_MS = 250

function Tools({ scale }: { readonly scale: number }) {
  const { t } = useText()
  return (
    <Group
      role="toolbar"
      aria-label={t('Notation')}
      className={classes.zoom}
      gap={4}
      pos="absolute"
      top={8}
      right={{ base: 8, sm: 16 }}
    >
      <CommandIcon command="notation.zoom-out" disabled={scale <= SCALES[0]}>
        <IconZoomOut size={18} />
      </CommandIcon>
      <CommandIcon command="notation.zoom-in" disabled={scale >= (SCALES.at(-1) ?? 1)}>
        <IconZoomIn size={18} />
      </CommandIcon>
      <CommandIcon command="notation.print" className={classes.print}>
        <IconPrinter size={18} />
      </CommandIcon>
    </Group>
  )
}

interface ScoreProps {
  readonly song: OpenSong
  readonly drawing: Drawing
  /** Arranges systems on a page; otherwise the score is a single line. */
  readonly isPage: boolean
}

function ScoreScroll({ song, drawing, isPage, staves }: ScoreProps & { readonly staves: DrawnStaves }) {
  const { t, tm } = useText()
  const isTouch = useTouchInput()
  const hint = useId()
  const unplaced = useStore(useService(SONG_FINGERING).view, view => view.unplaced)
  const session = useService(SONG_SESSION)
  const playback = useService(PLAYBACK_SETTINGS)
  const { loop, looping } = useStore(playback.view)
  const place = useMemo(() => scorePlace(drawing), [drawing])
  const time = useMemo(() => songQuarters(song.song), [song])
  const { view, playhead, seen, reveal } = useScoreMotion({ song, drawing, isPage, place, time })
  const marks = useRef<HTMLDivElement>(null)
  useNoteMarks(marks, place)
  const { cursor, pressed, point, notesAt, quarterOf } = useCursor(
    { song, drawing, isPage, place, time },
    reveal,
  )

  const numberOf = (played: number) =>
    song.barBeatAt(time.msAt((drawing.order[played]?.quarter ?? 0) + SLACK)).bar
  const now = () => time.quarterAt(session.positionMs())
  const { chosen, handlers } = useScorePointer(view, place, {
    seek(bar, spot) {
      session.seek(time.msAt(drawing.order[place.playedNear(bar, now())]?.quarter ?? 0))
      point(spot, isTouch ? TAP : CLICK)
    },
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move from beat to beat
        tabIndex={0}
        aria-label={
          staves === 'tablature'
            ? t('Tablature of {{song}}', { song: song.title })
            : t('Notation of {{song}}', { song: song.title })
        }
        aria-describedby={hint}
        data-notation
        data-page={isPage || undefined}
        onKeyDown={pressed}
        {...handlers}
      >
        <Box pos="relative" w={drawing.width} h={drawing.height} aria-hidden="true">
          {[...marked].map(bar => {
            const { x: left = 0, y: top = 0, width = 0, height = 0 } = drawing.bars[bar] ?? {}
            const style = { left, top, width, height }
            return <div key={bar} className={classes.mark} style={style} data-marked-bar={bar + 1} />
          })}
          <ScoreSheet pieces={drawing.pieces.filter(seen)} />
          {cursor && <div className={classes.cursor} style={{ ...boxOf(drawing, cursor) }} />}
          <div ref={playhead} className={classes.playhead} data-playhead />
          <div ref={marks} />
        </Box>
      </div>
      <Group gap="xs" pt={4}>
        <Box role="status" fz={13} data-notation-words>
          {cursor && (
            <Words
              bar={cursor.bar + song.firstBar}
              beat={cursor.beat}
              number={song.barBeatAt(time.msAt(quarterOf(cursor) + SLACK)).beat}
              notes={notesAt(cursor)}
            />
          )}
        </Box>
        {unplaced > 0 && (
          <Text fz={13}>{tm('tablature', '{{count}} notes are out of range.', { count: unplaced })}</Text>
        )}
        {cursor && <CommandButton command="tablature.put-on" variant="default" size="compact-sm" />}
      </Group>
      <VisuallyHidden id={hint}>
        {isTouch
          ? t('Tap a bar to go there, or a note to select it.')
          : `${t('Click a bar to go there, or a note to select it. Drag over bars to loop them.')} ${t(
              '← → move by beat, Page Up and Page Down by bar. ↑ ↓ change the string, Enter plays from there, Shift+Enter loops the bar.',
            )}`}
      </VisuallyHidden>
    </>
  )
}

/** Updates the DOM directly, because React must not render for each note. */
function useNoteMarks(marks: RefObject<HTMLElement | null>, place: ScorePlace): void {
  const looks = useService(NOTE_LOOKS)
  const fingering = useService(SONG_FINGERING)
  useEffect(() => {
    const drawn = new Map<number, readonly HTMLElement[]>()
    const draw = (now: ReadonlyMap<number, NoteLook>) => {
      const { notes } = fingering.view.getState()
      for (const [index, elements] of drawn) {
        if (now.has(index)) continue
        for (const element of elements) element.remove()
        drawn.delete(index)
      }
      for (const [index, look] of now) {
        const note = notes[index]
        if (!note) continue
        const elements =
          drawn.get(index) ??
          place.headsOf({ ...note, string: fingering.positionOf(index)?.string }).map(markOver)
        for (const element of elements) element.dataset.look = look
        if (!drawn.has(index)) marks.current?.append(...elements)
        drawn.set(index, elements)
      }
    }
    draw(looks.getState())
    const end = looks.subscribe(draw)
    return () => {
      end()
      draw(new Map())
    }
  }, [looks, fingering, place, marks])
}

const AROUND = 2

function markOver({ x, y, width, height }: DrawnHead): HTMLElement {
  const mark = document.createElement('i')
  mark.className = classes.verdict ?? ''
  const box = { left: x - AROUND, top: y - AROUND, width: width + 2 * AROUND, height: height + 2 * AROUND }
  for (const [name, pixels] of Object.entries(box)) mark.style.setProperty(name, `${pixels}px`)
  return mark
}

/** Tolerance for rounded ticks, in quarter notes. */
const SLACK = 1e-3

const isWithin = (bar: number, { from, to }: { readonly from: number; readonly to: number }) =>
  bar >= from && bar <= to

function barsBetween(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

const boxOf = ({ bars }: Drawing, { bar, beat }: Cursor) => ({
  left: beat.x,
  top: bars[bar]?.y ?? 0,
  height: bars[bar]?.height ?? 0,
})

interface Cursor {
  readonly bar: number
  readonly beat: DrawnBeat
}

/** Hit margin around a notehead, in pixels. */
const CLICK = 6
const TAP = 16

interface PlacedScore extends ScoreProps {
  readonly place: ScorePlace
  readonly time: SongQuarters
}

function useCursor({ song, drawing, place, time }: PlacedScore, reveal: (spot: ScorePoint) => void) {
  const { commands } = useKernel()
  const session = useService(SONG_SESSION)
  const playback = useService(PLAYBACK_SETTINGS)
  const fingering = useService(SONG_FINGERING)
  const note = useService(CHOSEN_NOTE)
  const [at, setAt] = useState<number>()
  const beats = useMemo(
    () => drawing.bars.flatMap(({ beats }, bar) => beats.map((beat): Cursor => ({ bar, beat }))),
    [drawing],
  )
  const cursor = at === undefined ? undefined : beats[at]
  useEffect(() => {
    if (cursor) reveal({ x: cursor.beat.x, y: drawing.bars[cursor.bar]?.y ?? 0 })
  }, [cursor, drawing, reveal])

  const quarterNow = () => time.quarterAt(session.positionMs())
  const firstOf = (bar: number) => beats.findIndex(beat => beat.bar === bar)
  const current = () => firstOf(drawing.order[place.playedAt(quarterNow())]?.bar ?? 0)
  const headsOf = (shown: ShownNote, index: number) =>
    place.headsOf({ ...shown, string: fingering.positionOf(index)?.string })
  const notesWith = (isMeant: (head: DrawnHead) => boolean) =>
    fingering.view
      .getState()
      .notes.flatMap((shown, index) => (headsOf(shown, index).some(isMeant) ? [index] : []))
  const notesAt = ({ bar, beat }: Cursor) =>
    notesWith(head => head.at === beat.at && drawing.bars[bar]?.heads.includes(head) === true)
  /** If a note is repeated, prefers a repetition that has remarks. */
  const choose = (notes: readonly number[]) =>
    note.choose(notes.find(each => note.remarksOn(each).length > 0) ?? notes[0])
  const goTo = (index: number) => {
    const next = Math.min(beats.length - 1, Math.max(0, index))
    setAt(next)
    const there = beats[next]
    choose(there ? notesAt(there) : [])
  }
  /** Selects the note at a point. @param reach hit margin around the notehead, in pixels */
  const point = ({ x, y }: ScorePoint, reach: number) => {
    const away = (head: DrawnHead) => Math.max(beyond(x, head.x, head.width), beyond(y, head.y, head.height))
    const heads = drawing.bars.flatMap(({ heads }, bar) => heads.map(head => ({ bar, head })))
    const [nearest] = heads
      .filter(({ head }) => away(head) <= reach)
      .sort((one, other) => away(one.head) - away(other.head))
    const meant = beats.findIndex(({ bar, beat }) => bar === nearest?.bar && beat.at === nearest.head.at)
    setAt(meant < 0 ? undefined : meant)
    choose(nearest ? notesWith(head => head === nearest.head) : [])
  }
  // Clear the selection when playback moves, or remarks would stay below unrelated bars.
  useEffect(() => {
    const stops = [
      session.view.subscribe((now, before) => {
        if (now.fromMs !== before.fromMs || now.playing !== before.playing) setAt(undefined)
      }),
      playback.view.subscribe((now, before) => now.loop !== before.loop && setAt(undefined)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [session, playback])
  const stay = (act: () => void) => {
    act()
    if (at !== undefined) goTo(at)
  }
  const moveBy = (command: string) => commands.isEnabled(command) && void commands.execute(command)
  const quarterOf = ({ bar, beat }: Cursor) =>
    (drawing.order[place.playedNear(bar, quarterNow())]?.quarter ?? 0) + beat.at
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => goTo(at === undefined ? current() : at + 1),
    ArrowLeft: () => goTo(at === undefined ? current() : at - 1),
    PageDown: () => goTo(cursor ? firstOf(Math.min(drawing.bars.length - 1, cursor.bar + 1)) : current()),
    PageUp: () => goTo(cursor ? firstOf(Math.max(0, cursor.bar - 1)) : current()),
    Home: () => goTo(0),
    End: () => goTo(beats.length - 1),
    ArrowUp: () => moveBy('tablature.higher-string'),
    ArrowDown: () => moveBy('tablature.lower-string'),
    Escape: () => {
      setAt(undefined)
      note.choose(undefined)
    },
    Enter: () => stay(() => session.seek(time.msAt(cursor ? quarterOf(cursor) : 0))),
    '+': () => void commands.execute('notation.zoom-in'),
    '-': () => void commands.execute('notation.zoom-out'),
  }
  const loopBar = () => {
    if (!cursor) return
    const { bar } = song.barBeatAt(time.msAt(quarterOf(cursor) + SLACK))
    playback.setLoop({ from: bar, to: bar })
    playback.setLooping(true)
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isLoop = event.shiftKey && event.key === 'Enter'
    const act = isLoop
      ? () => stay(loopBar)
      : event.shiftKey && event.key !== '+'
        ? undefined
        : keys[event.key]
    if (!act || (cursor === undefined && /Enter|Escape|ArrowUp|ArrowDown/.test(event.key))) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return { cursor, pressed, point, notesAt, quarterOf }
}

interface WordsProps {
  readonly bar: number
  readonly beat: DrawnBeat
  /** Beat number in the bar, as in the tablature lane. */
  readonly number: number
  readonly notes: readonly number[]
}

function Words({ bar, beat, number, notes: indices }: WordsProps) {
  const { t, tm } = useText()
  const { remarksOn } = useService(CHOSEN_NOTE)
  const names = useStore(useService(NECK_VIEW))
  const where = { bar, beat: number }
  if (beat.notes.length === 0) return t('Bar {{bar}}, beat {{beat}}: rest', where)
  const notes = beat.notes.map(({ pitch, string, fret }) =>
    string === undefined || fret === undefined
      ? shownNoteName(pitch, names)
      : t('{{note}}, string {{string}}, fret {{fret}}', { note: shownNoteName(pitch, names), string, fret }),
  )
  const remarks = indices.flatMap(remarksOn).map(({ source, message, values }) => tm(source, message, values))
  return [t('Bar {{bar}}, beat {{beat}}: {{notes}}', { ...where, notes: notes.join('; ') }), ...remarks].join(
    '. ',
  )
}

interface Looks {
  readonly staves: DrawnStaves
  readonly scale: number
  /** In pixels; 0 before it is measured, `undefined` for a single line. */
  readonly pageWidth: number | undefined
}

/** Redraws when the song, its visible tracks, their positions or the size change. */
function useDrawing({ song }: OpenSong, { staves, scale, pageWidth }: Looks) {
  const fingering = useService(SONG_FINGERING)
  const scores = useService(SCORES)
  const { notes, working, pins, zone, written } = useStore(fingering.view)
  const transpose = useStore(useService(PLAYBACK_SETTINGS).view, view => view.transpose)
  const [drawn, setDrawn] = useState<{ drawing?: Drawing; failed?: boolean }>({})
  const tracks = useMemo(() => shownTracks(notes), [notes])
  const wanted = JSON.stringify([tracks, pins, zone, written, working, transpose])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` covers all drawn data
  useEffect(() => {
    if (working || pageWidth === 0) return
    const ended = new AbortController()
    const { signal } = ended
    const look = { tracks, staves, scale, transpose, ...(pageWidth && { pageWidth }) }
    scores.draw(fingering.onNeck(song, transpose), look, signal).then(
      drawing => setDrawn({ drawing }),
      () => signal.aborted || setDrawn({ failed: true }),
    )
    return () => ended.abort()
  }, [song, staves, scale, pageWidth, wanted, fingering, scores])

  return drawn
}

/** Playhead position as a fraction of the width. */
const HEAD = 0.25
/** Overscan around the visible part, in pixels. */
const AHEAD = 1500
const MARGIN = 60
/** Space above the current system, in pixels. */
const ABOVE = 8

/**
 * Scrolls every frame, or system by system on a page.
 * Re-renders only when other parts of the score become visible.
 */
function useScoreMotion({ drawing, isPage, place, time }: PlacedScore) {
  const session = useService(SONG_SESSION)
  const playing = useStore(session.view, now => now.playing)
  const fromMs = useStore(session.view, now => now.fromMs)
  const view = useRef<HTMLDivElement>(null)
  const playhead = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ from: 0, to: AHEAD * 2 })
  const { width, height } = drawing
  const length = isPage ? height : width

  const look = useCallback(() => {
    const element = view.current
    if (!element) return
    const first = isPage ? element.scrollTop : element.scrollLeft
    const last = first + (isPage ? element.clientHeight : element.clientWidth)
    setSeen(now => {
      const isThere =
        now.from <= Math.max(0, first - AHEAD / 2) && now.to >= Math.min(length, last + AHEAD / 2)
      return isThere ? now : { from: first - AHEAD, to: last + AHEAD }
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
          element.scrollTo({ top: y - ABOVE, behavior: calm || isNew ? 'auto' : 'smooth' })
        system.current = { y, place }
        return
      }
      const head = element.clientWidth * HEAD
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
        if (y < scrollTop || y > scrollTop + clientHeight / 2) element.scrollTop = y - ABOVE
      } else if (x < scrollLeft + MARGIN || x > scrollLeft + clientWidth - MARGIN)
        element.scrollLeft = x - clientWidth * HEAD
    },
    [session, isPage],
  )

  const isSeen = (piece: DrawnPiece) =>
    isPage
      ? piece.y < seen.to && piece.y + piece.height > seen.from
      : piece.x < seen.to && piece.x + piece.width > seen.from
  return { view, playhead, seen: isSeen, reveal }
}
