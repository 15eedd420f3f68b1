// Each round of a loop sounds like the first: what an instrument is set to at each note is compared.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PortState } from '../../../src/core/music/midi/port-state.js'
import { HandClock } from '../../../src/core/platform/memory-platform.js'
import { replay } from '../../../src/plugins/replay/replay.js'
import type { ReplayEvent, ReplaySource } from '../../../src/plugins/replay/replay-source.js'
import { midiBytes } from '../../support/midi-bytes.js'
import { rounds } from '../../support/rounds.js'

const time = '00:00:00:000'
const NOTE = midiBytes('90 60 90, 80 60 64')

/** One event for each millisecond, all of one port. */
function sourceOf(messages: readonly (readonly number[])[], state: readonly (readonly number[])[] = []) {
  const event = (raw: readonly number[], at: number): ReplayEvent => ({ raw, portId: 'guitar', at, time })
  const source: ReplaySource = {
    ...{ kind: 'log', name: '', startMs: 0, lengthMs: messages.length, tracks: [], notes: [] },
    state: state.map(raw => event(raw, 0)),
    events: messages.map(event),
  }
  return source
}

/** All that is sent, by round. */
async function roundsOf(source: ReplaySource, rounds = 3) {
  const sent: (readonly number[])[][] = Array.from({ length: rounds }, () => [])
  await replay({
    source,
    clock: new HandClock(),
    fast: true,
    rounds,
    input: {
      receive(bytes, { at }) {
        sent[Math.min(rounds - 1, Math.floor(at / source.lengthMs))]?.push(bytes)
        return undefined
      },
    },
  })
  return sent
}

describe('a round of a loop', () => {
  it('has no message more than the first where nothing has changed, or all is set before its notes', async () => {
    const head = midiBytes('b0 0 1, c0 24, b0 7 90, b0 101 0, b0 100 0, b0 6 12')
    const [first, second] = await roundsOf(sourceOf([...head, ...NOTE, [0xb0, 7, 20], ...NOTE]))
    expect(second).toEqual(first)
  })

  it('begins with the bend and the volume of the whole of a zone, whose channel has no notes', async () => {
    const member = NOTE.map(([status = 0, ...rest]) => [status | 1, ...rest])
    const state = midiBytes('e0 0 80, bf 7 90')
    const moves = midiBytes('e0 0 64, bf 7 20')
    const [first, second] = await roundsOf(sourceOf([...member, ...moves, ...member], state))
    expect(first).toHaveLength(2 + 6)
    expect(second).toEqual(first)
  })

  it('begins as the log did that says what held before it', async () => {
    const state = midiBytes('b0 7 80, b0 64 127')
    const [first, second] = await roundsOf(sourceOf([...NOTE, [0xb0, 7, 20], [0xb0, 64, 0], ...NOTE], state))
    expect(first).toHaveLength(2 + 6)
    expect(second?.slice(0, 2)).toEqual(state)
    expect(second).toHaveLength(2 + 6)
  })

  it('has every note with what it had in the first, whatever was sent in between', async () => {
    const value = fc.integer({ min: 0, max: 127 })
    const channel = fc.integer({ min: 0, max: 1 })
    const message = fc.oneof(
      fc.tuple(channel, fc.constantFrom(60, 61)).map(([on, note]) => [[0x90 | on, note, 90]]),
      fc.tuple(channel, fc.constantFrom(60, 61)).map(([on, note]) => [[0x80 | on, note, 64]]),
      fc
        .tuple(channel, fc.constantFrom(0, 1, 7, 10, 11, 32, 64, 74, 121), value)
        .map(([on, controller, to]) => [[0xb0 | on, controller, to]]),
      fc.tuple(channel, value).map(([on, to]) => [[0xc0 | on, to]]),
      fc.tuple(channel, value).map(([on, to]) => [[0xd0 | on, to]]),
      fc.tuple(channel, value).map(([on, to]) => [[0xe0 | on, 0, to]]),
      fc.tuple(channel, value).map(([on, to]) => [
        [0xb0 | on, 101, 0],
        [0xb0 | on, 100, 0],
        [0xb0 | on, 6, to],
      ]),
    )
    const some = fc.array(message, { maxLength: 14 }).map(all => all.flat())
    await fc.assert(
      fc.asyncProperty(some, some, async (before, messages) => {
        fc.pre(messages.length > 0)
        // A log says first what is set, then what sounds.
        const isNote = ([status = 0]: readonly number[]) => status >> 4 === 9
        const state = [...before.filter(each => !isNote(each)), ...before.filter(isNote)]
        const instrument = new PortState()
        const atNotes = (await roundsOf(sourceOf(messages, state))).map(sent =>
          sent.flatMap(bytes => {
            instrument.apply(bytes)
            return isNote(bytes) ? [{ bytes, holds: new PortState(instrument) }] : []
          }),
        )
        const [first = [], ...others] = atNotes
        for (const notes of others) {
          expect(notes.map(({ bytes }) => bytes)).toEqual(first.map(({ bytes }) => bytes))
          for (const [index, { bytes, holds }] of notes.entries()) {
            const on = (bytes[0] ?? 0) & 15
            const wanted = first[index]?.holds
            const differs = wanted && holds.messagesTo(wanted).filter(([status = 0]) => (status & 15) === on)
            expect(differs).toEqual([])
          }
        }
      }),
      rounds(500),
    )
  })
})
