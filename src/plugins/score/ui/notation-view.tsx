import { Box, Center, Group, Text, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue, useElementSize, useWindowEvent } from '@mantine/hooks'
import { IconPrinter, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { memo, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { SETTINGS } from '../../../core/kernel/tokens.js'
import { CommandButton, CommandIcon } from '../../../core/react/command-button.js'
import { useTouchInput } from '../../../core/react/hooks/use-touch-input.js'
import { useKernel, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { shownNoteName } from '../../../music/song/song-keys.js'
import { songQuarters } from '../../../music/song/song-time.js'
import { NECK_VIEW, SONG_LAYOUT } from '../../fretboard/tokens.js'
import { type OpenSong, PLAYBACK_SETTINGS, SONG_FINGERING, SONG_SESSION } from '../../player/tokens.js'
import {
  type Drawing,
  type DrawnBeat,
  type DrawnPiece,
  type DrawnStaves,
  SCORES,
} from '../../score-files/tokens.js'
import { printed } from '../notation/print-command.js'
import { SLACK, scorePlace, shownTracks } from '../notation/score-place.js'
import { stavesOf } from '../notation/views.js'
import { notationSettings, SCALES, tablatureSettings } from '../settings.js'
import { CHOSEN_NOTE } from '../tokens.js'
import classes from './notation.module.css'
import { PAPER_WIDTH, putPaper } from './print-score.js'
import { elementOf, loadFont } from './score-svg.js'
import { useNoteMarks } from './use-note-marks.js'
import { type Cursor, useScoreCursor } from './use-score-cursor.js'
import { type ScoreProps, useScoreMotion } from './use-score-motion.js'
import { useScorePointer } from './use-score-pointer.js'

export default function NotationView() {
  const song = useStore(useService(SONG_SESSION).view, view => view.song)
  const staves = useStore(useService(SETTINGS).store(tablatureSettings), settings => stavesOf(settings.view))
  return song ? <Opened key={staves} song={song} staves={staves} /> : null
}

function Opened({ song, staves }: { readonly song: OpenSong; readonly staves: DrawnStaves }) {
  const { t } = useText()
  const scale = useStore(useService(SETTINGS).store(notationSettings), settings => settings.scale)
  const isPage = useStore(useService(SONG_LAYOUT)) !== 'neck'
  const { ref, width } = useElementSize()
  const [pageWidth] = useDebouncedValue(isPage ? width : undefined, RESIZE_DEBOUNCE_MS)
  const { drawing, failed } = useDrawing(song, { staves, scale, pageWidth })
  const { host } = useKernel()
  // The browser's own print command doesn't wait, so print what is already drawn.
  useWindowEvent('beforeprint', () => {
    if (isPage && drawing)
      putPaper(
        printed(host.activeContext('score'), song, drawing.pieces, Math.min(1, PAPER_WIDTH / drawing.width)),
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

const RESIZE_DEBOUNCE_MS = 250

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

function ScoreScroll({ song, drawing, isPage, staves }: ScoreProps & { readonly staves: DrawnStaves }) {
  const { t } = useText()
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
  const { cursor, pressed, point, notesAt, quarterOf } = useScoreCursor(
    { song, drawing, isPage, place, time },
    reveal,
  )

  const numberOf = (played: number) =>
    song.barBeatAt(time.msAt((drawing.order[played]?.quarter ?? 0) + SLACK)).bar
  const now = () => time.quarterAt(session.positionMs())
  const { chosen, handlers } = useScorePointer(view, place, {
    seek(bar, spot) {
      session.seek(time.msAt(drawing.order[place.playedNear(bar, now())]?.quarter ?? 0))
      point(spot, isTouch ? TAP : HIT_MARGIN_PX)
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
            ? t('Tablature for {{song}}', { song: song.title })
            : t('Notation for {{song}}', { song: song.title })
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
        {unplaced > 0 && <Text fz={13}>{t('{{count}} notes are out of range.', { count: unplaced })}</Text>}
        {cursor && <CommandButton command="tablature.put-on" variant="default" size="compact-sm" />}
      </Group>
      <VisuallyHidden id={hint}>
        {isTouch
          ? t('Tap a bar to go there, or a note to select it.')
          : `${t('Click a bar to go there, or a note to select it. Drag across bars to loop them.')} ${t(
              '← → move by beat, Page Up and Page Down by bar. ↑ ↓ change the string, Enter plays from there, Shift+Enter loops the bar.',
            )}`}
      </VisuallyHidden>
    </>
  )
}

const HIT_MARGIN_PX = 6
const TAP = 16

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

function useDrawing({ song }: OpenSong, { staves, scale, pageWidth }: Looks) {
  const fingering = useService(SONG_FINGERING)
  const { host } = useKernel()
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
    const drawn = host
      .activeContext('score')
      .load(SCORES)
      .then(scores => scores.draw(fingering.onNeck(song, transpose), look, signal))
    drawn.then(
      drawing => setDrawn({ drawing }),
      () => signal.aborted || setDrawn({ failed: true }),
    )
    return () => ended.abort()
  }, [song, staves, scale, pageWidth, wanted, fingering, host])

  return drawn
}

function ScoreSheet({ pieces }: { readonly pieces: readonly DrawnPiece[] }) {
  useLayoutEffect(() => void loadFont(), [])
  return pieces.map(piece => <Piece key={`${piece.x} ${piece.y}`} piece={piece} />)
}

const Piece = memo(function Piece({ piece }: { readonly piece: DrawnPiece }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.replaceChildren(elementOf(piece.svg)), [piece.svg])
  const { x, y, width, height } = piece
  return <div ref={place} className={classes.piece} style={{ left: x, top: y, width, height }} />
})
