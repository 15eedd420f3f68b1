/** Player with a manual clock that records its messages. */

import { HandClock } from '../../../../src/core/platform/memory-platform.js'
import { PortState } from '../../../../src/music/midi/port-state.js'
import { scoreOf } from '../../../../src/music/song/song-events.js'
import { barGrid } from '../../../../src/music/song/song-time.js'
import { createSongPlayer } from '../../../../src/plugins/player/playback/song-player.js'
import { songFrom } from '../../../support/song-from.js'

export interface Sent {
  /** Time at which the message was sent, ms. It may be due later. */
  readonly at: number
  readonly due: number
  readonly bytes: readonly number[]
}

export interface WrittenTrack {
  readonly channel?: number
  readonly program?: number
  /** Pitch, start (seconds) and duration (seconds). */
  readonly notes: readonly (readonly [number, number, number])[]
  /** Controller, time (seconds) and value (0–127). */
  readonly controls?: readonly (readonly [number, number, number])[]
  readonly bends?: readonly (readonly [number, number])[]
}

/** Song at 120 BPM in 4/4 (bars of two seconds) unless the header says otherwise. */
export const songOf = (tracks: readonly WrittenTrack[], header: object = {}) =>
  songFrom({
    header,
    tracks: tracks.map(({ channel = 0, program = 24, notes, controls = [], bends = [] }) => ({
      channel,
      instrument: { number: program },
      notes: notes.map(([midi, time, duration]) => ({ midi, time, duration, velocity: 64 / 127 })),
      controlChanges: Object.fromEntries(
        [...new Set(controls.map(([number]) => number))].map(number => [
          String(number),
          controls
            .filter(([each]) => each === number)
            .map(([, time, value]) => ({ number, time, value: value / 127 })),
        ]),
      ),
      pitchBends: bends.map(([time, value]) => ({ time, value })),
    })),
  })

export function playerOf(tracks: readonly WrittenTrack[], options: { header?: object } = {}) {
  const hand = new HandClock()
  let slept = 0
  const clock = {
    now: () => hand.now() + slept,
    after: hand.after.bind(hand),
    advance: (ms: number) => hand.advance(ms),
    /** Advances time without firing timers, like a suspended laptop. */
    sleep: (ms: number) => {
      slept += ms
    },
    get pending() {
      return hand.pending
    },
  }
  const sent: Sent[] = []
  /** Shown messages. `off` is the player position minus the event time, ms. */
  const seen: { at: number; bytes: readonly number[]; off: number }[] = []
  const ends: number[] = []
  const repeats: number[] = []
  const held: { at: number; ms: number }[] = []
  const port = { id: 'synth' as string | undefined, fails: false }
  const player = createSongPlayer({
    clock,
    sink: {
      send(bytes, due) {
        if (port.fails) throw new Error('The port broke.')
        sent.push({ at: clock.now(), due, bytes })
      },
      port: () => port.id,
    },
    onEvent: ({ bytes, atMs }) => seen.push({ at: clock.now(), bytes, off: player.positionMs() - atMs }),
    onRepeat: () => repeats.push(clock.now()),
    onEnd: () => ends.push(clock.now()),
    onHold: ms => held.push({ at: clock.now(), ms }),
  })
  const song = songOf(tracks, options.header)
  player.load(scoreOf(song), barGrid(song))
  /** Returns due times and pitches of note-ons, without clicks. */
  const begins = () =>
    sent.filter(({ bytes: [status = 0] }) => status >> 4 === 9 && status !== 0x99).map(onset)
  const clicks = () => sent.filter(({ bytes: [status] }) => status === 0x99).map(onset)
  return { clock, player, song, sent, seen, ends, repeats, held, port, begins, clicks }
}

function onset({ due, bytes }: Sent): [number, number] {
  return [Math.round(due * 1000) / 1000, bytes[1] ?? 0]
}

/** Returns the messages that would silence the port after all sent messages. */
export function leftSounding(sent: readonly Sent[]): number[][] {
  const sounding = new PortState()
  const inOrder = sent.toSorted((a, b) => Math.max(a.at, a.due) - Math.max(b.at, b.due))
  for (const { bytes } of inOrder) sounding.apply(bytes)
  return sounding.silence()
}
