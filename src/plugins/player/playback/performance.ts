/** Performs a song without playing it: lists the messages that live playback would send. */
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import { partOf, type Steps } from '../../../core/platform/steps.js'
import { disposable } from '../../../core/platform/store.js'
import type { Song } from '../../../music/song/song.js'
import { scoreSteps } from '../../../music/song/song-events.js'
import { type BarGrid, barGrid, lastBarOf } from '../../../music/song/song-time.js'
import { PLAIN_TRACK } from '../session/playback-settings.js'
import type { BarRange, PerformanceChoices, PerformedMessage, SongPerformance, TrackMix } from '../tokens.js'
import type { Stretch } from './song-cursor.js'
import { createSongPlayer } from './song-player.js'

const SCORED = 0.4

/** Number of timer callbacks per step. */
const TURNS_AT_ONCE = 64

/** @throws FretworkError `track_unknown`, `bars_unknown` */
export function* performanceSteps(song: Song, choices: PerformanceChoices): Steps<SongPerformance> {
  const { tempo, transpose, tracks, only, bars, metronome, countIn } = choices
  const grid = barGrid(song)
  checkTracks(song, only)
  const score = yield* partOf(scoreSteps(song), 0, SCORED)
  const loop = bars && stretchOf(bars, grid, score.endMs)
  const clock = handTurnedClock()
  const messages: PerformedMessage[] = []
  let isOver = false
  const player = createSongPlayer({
    clock,
    sink: {
      send(bytes, atMs, techniques) {
        if (!isOver) messages.push({ bytes, atMs, ...(techniques && { techniques }) })
      },
    },
    // Called when a loop has ended its notes and is about to repeat.
    nextRate: rate => {
      isOver = true
      return rate
    },
  })
  const rate = tempo / 100
  player.load(score, grid)
  player.setRate(rate)
  player.setMix({ transpose, tracks: only ? mixOf(song, tracks, only) : tracks })
  player.setLoop(loop)
  player.setMetronome(metronome)
  const { fromMs, toMs } = loop ?? { fromMs: 0, toMs: score.endMs }
  player.play(fromMs, countIn)
  const startMs = player.startsInMs()
  const endMs = startMs + (toMs - fromMs) / rate
  for (let turns = 1; !isOver && player.playing && clock.turn(); turns += 1) {
    if (turns % TURNS_AT_ONCE === 0) yield SCORED + (1 - SCORED) * Math.min(1, clock.now() / (endMs || 1))
  }
  isOver = true
  player.stop()
  // The note-off of a click is sent together with the click.
  messages.sort((a, b) => a.atMs - b.atMs)
  return { messages, startMs, endMs }
}

function stretchOf({ from, to }: BarRange, grid: BarGrid, lengthMs: number): Stretch {
  const last = lastBarOf(grid, lengthMs)
  if (from >= grid.firstBar && from <= to && to <= last) {
    return { fromMs: grid.barStart(from), toMs: grid.barStart(to + 1) }
  }
  const message = `The song has bars ${grid.firstBar} to ${last}. Choose a range within them.`
  throw new FretworkError('bars_unknown', message)
}

function checkTracks({ tracks }: Song, only: readonly number[] = []): void {
  const unknown = only.find(track => tracks[track] === undefined)
  if (unknown === undefined) return
  throw new FretworkError(
    'track_unknown',
    `The song has no track ${unknown + 1}. Choose from 1 to ${tracks.length}.`,
  )
}

function mixOf(
  song: Song,
  tracks: ReadonlyMap<number, TrackMix>,
  only: readonly number[],
): ReadonlyMap<number, TrackMix> {
  const mixed = (track: number) => tracks.get(track) ?? PLAIN_TRACK
  return new Map(
    song.tracks.map((_, track) => [track, { ...mixed(track), solo: false, muted: !only.includes(track) }]),
  )
}

/** Clock that jumps to the next timer. The player only ever sets one timer. */
function handTurnedClock(): Pick<ClockPort, 'now' | 'after'> & { turn(): boolean } {
  let now = 0
  let timer: { readonly dueMs: number; readonly run: () => void } | undefined
  return {
    now: () => now,
    after(ms, run) {
      const mine = { dueMs: now + ms, run }
      timer = mine
      return disposable(() => {
        if (timer === mine) timer = undefined
      })
    },
    turn() {
      const due = timer
      if (!due) return false
      timer = undefined
      now = due.dueMs
      due.run()
      return true
    },
  }
}
