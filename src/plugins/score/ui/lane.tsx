import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { openedBy } from '../../../core/auth/plans.js'
import { SETTINGS } from '../../../core/kernel/tokens.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useTouchInput } from '../../../core/react/hooks/use-touch-input.js'
import { useKernel, useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { usePlan } from '../../../core/react/plan-gate.js'
import { type NoteNames, shownNote } from '../../../music/guitar/note-names.js'
import { stringNames } from '../../../music/guitar/tunings.js'
import { shownNoteName } from '../../../music/song/song-keys.js'
import { metersOf } from '../../../music/song/song-time.js'
import { TECHNIQUE_NAMES } from '../../../music/song/techniques.js'
import { NECK_VIEW } from '../../fretboard/tokens.js'
import {
  type OpenSong,
  PLAYBACK_SETTINGS,
  type ShownNote,
  SONG_FINGERING,
  SONG_SESSION,
} from '../../player/tokens.js'
import { tablatureSettings } from '../settings.js'
import { pinOf } from '../tablature/pin-positions.js'
import { scoreRhythm } from '../tablature/score-rhythm.js'
import { fittingTuning } from '../tablature/song-tuning.js'
import type { TabTime } from '../tablature/tab-time.js'
import { TABLATURE } from '../tablature/tablature.js'
import { writtenNotes } from '../tablature/written-notes.js'
import { CHOSEN_NOTE, NOTE_LOOKS, type NoteLook } from '../tokens.js'
import classes from './lane.module.css'
import { LaneBars, lastingTechniques } from './lane-bars.js'
import { useLaneMotion } from './use-lane-motion.js'
import { useLanePointer } from './use-lane-pointer.js'

const KEYS: Readonly<Record<string, string>> = {
  ArrowRight: 'tablature.next-note',
  ArrowLeft: 'tablature.previous-note',
  ArrowUp: 'tablature.higher-string',
  ArrowDown: 'tablature.lower-string',
  Enter: 'tablature.pin-here',
  Delete: 'tablature.free-note',
  Backspace: 'tablature.free-note',
  '+': 'tablature.zoom-in',
  '-': 'tablature.zoom-out',
}

export function Lane({ song, time }: { song: OpenSong; time: TabTime }) {
  const { t, tm } = useText()
  const isTouch = useTouchInput()
  const plan = usePlan()
  const { commands } = useKernel()
  const fingering = useService(SONG_FINGERING)
  const tablature = useService(TABLATURE)
  const { notes, pins, unplaced, unheld } = useStore(fingering.view)
  const score = useMemo(() => scoreRhythm(song.song), [song.song])
  const written = useMemo(
    () => score?.inColumns(notes) ?? writtenNotes(notes, time, song.song.header.ppq),
    [score, notes, time, song.song],
  )
  const techniquesOf = (index: number) => songNote(song, notes[index])?.techniques
  // biome-ignore lint/correctness/useExhaustiveDependencies: techniques depend on the song and its notes
  const lasting = useMemo(() => lastingTechniques(written, techniquesOf), [written, song])
  const { chosen } = useStore(tablature.view)
  const { loop, looping } = useStore(useService(PLAYBACK_SETTINGS).view)
  const strings = useStore(useService(NECK_VIEW), view => view.tuning.strings)
  const rows = strings.length + (unplaced > 0 ? 1 : 0)
  const zoom = useStore(useService(SETTINGS).store(tablatureSettings), settings => settings.zoom)
  const playing = useStore(useService(SONG_SESSION).view, view => view.playing)
  const view = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const playhead = useRef<HTMLDivElement>(null)
  const motion = useLaneMotion({ view, track, playhead }, time, zoom)
  const { dragged, scrolling, handlers } = useLanePointer(view, time, motion)
  useNoteLooks(track)
  const hint = useId()
  const meterAt = (quarter: number) => {
    const at = quarter * song.song.header.ppq
    const { timeSignature } = metersOf(song.song.header).findLast(({ ticks }) => ticks <= at + 1) ?? {}
    return timeSignature ?? [4, 4]
  }
  const beatAt = (quarter: number) => {
    const [beats, unit] = meterAt(quarter)
    return unit >= 8 && beats % 3 === 0 ? 12 / unit : 1
  }
  const noteNames = useStore(useService(NECK_VIEW), view => view.noteNames)
  const names = useMemo(() => stringNames(strings).map(name => shown(name, noteNames)), [strings, noteNames])
  const pinned = useMemo(
    () => new Map(pins.map(({ track, note, string }) => [`${track}:${note}`, string])),
    [pins],
  )

  const reveal = useRef(motion.reveal)
  reveal.current = motion.reveal
  useEffect(() => {
    const note = chosen === undefined ? undefined : written[chosen]
    if (note) reveal.current(note.onset)
  }, [chosen, written])

  const moves: Readonly<Record<string, () => void>> = {
    Home: () => tablature.choose(0),
    End: () => tablature.choose(notes.length - 1),
    PageDown: () => motion.scroll(motion.width() / 2),
    PageUp: () => motion.scroll(-motion.width() / 2),
  }
  /** Mention the required plan only once, not on every arrow key press. */
  const refused = useRef(false)
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const command = KEYS[event.key]
    // Other Shift combinations have other meanings. Plus needs Shift on most keyboards.
    const isCommand = command !== undefined && (!event.shiftKey || command === 'tablature.zoom-in')
    const leave = chosen === undefined ? undefined : () => tablature.choose(undefined)
    const act = event.key === 'Escape' ? leave : event.shiftKey ? undefined : moves[event.key]
    if (!act && !isCommand) return
    event.preventDefault()
    event.stopPropagation()
    if (act) act()
    else if (isCommand && commands.isEnabled(command)) {
      const isLocked = event.key.startsWith('Arrow') && commands.planNeededBy(command) !== undefined
      if (!isLocked || !refused.current) void commands.execute(command)
      refused.current ||= isLocked
    }
  }

  return (
    <>
      <div
        className={classes.lane}
        style={{ '--strings': strings.length, '--rows': rows }}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys select notes and move them between strings
        tabIndex={0}
        aria-label={t('Tablature for {{song}}', { song: song.title })}
        aria-describedby={hint}
        data-tablature
        data-lasting={lasting.length > 0 || undefined}
        onKeyDown={pressed}
      >
        <div className={classes.names} aria-hidden="true">
          {names.map((name, string) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: strings are identified by index
            <span key={string}>{name}</span>
          ))}
        </div>
        <div
          ref={view}
          className={classes.view}
          aria-hidden="true"
          data-playing={playing || undefined}
          data-dragging={scrolling || undefined}
          {...handlers}
        >
          {names.map((_, string) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: strings are identified by index
            <div key={string} className={classes.string} style={{ '--row': string }} />
          ))}
          <div ref={playhead} className={classes.playhead} />
          <div ref={track} className={classes.track} data-track>
            <LaneBars
              time={time}
              drawn={motion.drawn}
              zoom={zoom}
              beatAt={beatAt}
              score={score}
              meterAt={quarter => score?.meterAt(quarter) ?? meterAt(quarter).join('/')}
              notes={written}
              positionOf={fingering.positionOf}
              techniquesOf={techniquesOf}
              lasting={lasting}
              isPinned={(index, string) =>
                pinned.get(`${notes[index]?.track}:${notes[index]?.note}`) === string
              }
              isUnheld={index => unheld.has(index)}
              strings={strings.length}
              rows={rows}
              chosen={chosen}
              dragged={dragged}
              loop={looping ? loop : undefined}
            />
          </div>
        </div>
      </div>
      <Chosen song={song} time={time} />
      <VisuallyHidden id={hint}>
        {isTouch
          ? t('Tap a number to select it, and drag it to another string.')
          : t('← → select a note, ↑ ↓ move it to another string, Enter pins it, Delete unpins it.')}
        {!plan.has('positions') &&
          ` ${tm('core', '“{{feature}}” requires {{plan}}.', {
            feature: t('Pinned notes'),
            plan: tm('core', openedBy('positions')),
          })}`}
      </VisuallyHidden>
      <Shortfalls />
      {!isTouch && <VisuallyHidden>{t('Drag a number to another string.')}</VisuallyHidden>}
    </>
  )
}

/** @example shown('eb', 'english') // 'e♭' */
function shown(name: string, names: NoteNames): string {
  const note = shownNote(name.charAt(0).toUpperCase() + name.slice(1).trim(), names)
  return name.charAt(0) < 'a' ? note : note.charAt(0).toLowerCase() + note.slice(1)
}

function Shortfalls() {
  const { t } = useText()
  const { by, working, idlePins, unplaced, unheld } = useStore(useService(SONG_FINGERING).view)
  const sentences = [
    unplaced > 0 && t('{{count}} notes are out of range.', { count: unplaced }),
    idlePins > 0 &&
      t(
        '{{count}} pinned notes don’t fit: their strings can’t play them, or other pinned notes are on them.',
        { count: idlePins },
      ),
    unheld.size > 0 && t('Underlined chords are too wide to play.'),
    by === 'lowest-fret' && !working && t('Every note is on its lowest fret because no fingering was found.'),
  ].filter(sentence => sentence !== false)
  if (sentences.length === 0) return null
  return (
    <Group gap="xs" className={classes.shortfalls}>
      <Text fz={13}>{sentences.join(' ')}</Text>
      {unplaced > 0 && <FittingTuning />}
    </Group>
  )
}

function FittingTuning() {
  const { t, tm } = useText()
  const { notes } = useStore(useService(SONG_FINGERING).view)
  const { tuning, capo } = useStore(useService(NECK_VIEW))
  const choose = useCommand('fretboard.set-tuning')
  const fitting = useMemo(
    () =>
      fittingTuning(
        notes.map(({ pitch }) => pitch),
        { tuning, capo },
      ),
    [notes, tuning, capo],
  )
  if (!fitting) return null
  const { name } = fitting
  return (
    <Button variant="default" size="compact-sm" onClick={() => choose.run({ tuning: name })}>
      {t('Use the tuning “{{tuning}}”', { tuning: tm('core', name) })}
    </Button>
  )
}

const songNote = ({ song }: OpenSong, shown: ShownNote | undefined) =>
  shown && song.tracks[shown.track]?.notes[shown.note]

function Chosen({ song, time }: { song: OpenSong; time: TabTime }) {
  const { t, tm } = useText()
  const fingering = useService(SONG_FINGERING)
  const { notes, pins } = useStore(fingering.view)
  const { chosen } = useStore(useService(TABLATURE).view)
  const playing = useStore(useService(SONG_SESSION).view, view => view.playing)
  const { remarksOn } = useService(CHOSEN_NOTE)
  const view = useStore(useService(NECK_VIEW))
  const note = chosen === undefined ? undefined : writtenNotes(notes, time, song.song.header.ppq)[chosen]
  const position = chosen === undefined ? undefined : fingering.positionOf(chosen)
  const words = () => {
    if (!note || playing) return ''
    const values = {
      ...song.barBeatAt(time.msAt(note.onset)),
      note: shownNoteName(note.pitch, view),
    }
    if (!position) return t('Bar {{bar}}, beat {{beat}}, {{note}}: out of range', values)
    const placed = { ...values, ...position }
    const words =
      pinOf(pins, note) === position.string
        ? t('Bar {{bar}}, beat {{beat}}, {{note}}: string {{string}}, fret {{fret}}, pinned', placed)
        : t('Bar {{bar}}, beat {{beat}}, {{note}}: string {{string}}, fret {{fret}}', placed)
    const techniques = songNote(song, note)?.techniques ?? []
    return [
      [words, ...techniques.map(each => tm('core', TECHNIQUE_NAMES[each]))].join(', '),
      ...remarksOn(chosen ?? -1).map(({ source, message, values }) => tm(source, message, values)),
    ].join('. ')
  }
  return (
    <Text role="status" fz={13} style={{ fontVariantNumeric: 'tabular-nums' }} data-chosen-note>
      {words()}
    </Text>
  )
}

declare module 'react' {
  interface CSSProperties {
    '--strings'?: number
    '--rows'?: number
  }
}

/** Updates the DOM directly to avoid a React render per note. */

function useNoteLooks(track: RefObject<HTMLElement | null>): void {
  const looks = useService(NOTE_LOOKS)
  useLayoutEffect(() => drawAll(track.current, looks.getState()))
  useEffect(() => looks.subscribe(now => drawAll(track.current, now)), [looks, track])
}

function drawAll(track: HTMLElement | null, looks: ReadonlyMap<number, NoteLook>): void {
  for (const note of track?.querySelectorAll<HTMLElement>('[data-note]') ?? []) {
    const look = looks.get(Number(note.dataset.note))
    if (look === undefined) delete note.dataset.look
    else if (note.dataset.look !== look) note.dataset.look = look
  }
}
