import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { useKernel, useService } from '../../../core/react/kernel-context.js'
import { PLAYBACK_SETTINGS, type ShownNote, SONG_FINGERING, SONG_SESSION } from '../../player/tokens.js'
import type { DrawnBeat, DrawnHead } from '../../score-files/tokens.js'
import { distanceFromRange, type ScorePoint, SLACK } from '../notation/score-place.js'
import { CHOSEN_NOTE } from '../tokens.js'
import type { PlacedScore } from './use-score-motion.js'

export interface Cursor {
  readonly bar: number
  readonly beat: DrawnBeat
}

export function useScoreCursor(
  { song, drawing, place, time }: PlacedScore,
  reveal: (spot: ScorePoint) => void,
) {
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
  /** Among repetitions of a note, prefers one that has remarks. */
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
    const away = (head: DrawnHead) =>
      Math.max(distanceFromRange(x, head.x, head.width), distanceFromRange(y, head.y, head.height))
    const heads = drawing.bars.flatMap(({ heads }, bar) => heads.map(head => ({ bar, head })))
    const [nearest] = heads
      .filter(({ head }) => away(head) <= reach)
      .sort((one, other) => away(one.head) - away(other.head))
    const meant = beats.findIndex(({ bar, beat }) => bar === nearest?.bar && beat.at === nearest.head.at)
    setAt(meant < 0 ? undefined : meant)
    choose(nearest ? notesWith(head => head === nearest.head) : [])
  }
  // Remarks must not stay below unrelated bars.
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
