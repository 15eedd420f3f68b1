// MIDI filters of plugins that run apart: the page's end and the worker's, on the real input.
import { describe, expect, it, vi } from 'vitest'
import type { Channel } from '../../../../src/apart/protocol.js'
import { askFilter } from '../../../../src/apart/worker/filters.js'
import { ApartFilter } from '../../../../src/app/external/apart/filters.js'
import type { MidiFilter } from '../../../../src/plugins/midi-io/tokens.js'
import { makeInput } from '../../../plugins/midi-io/support/make-input.js'

const C4 = 60
const on = (note: number) => [0x90, note, 100]
const off = (note: number) => [0x80, note, 64]
const moved = ([status = 0, note = 0, velocity = 0]: ArrayLike<number> & Iterable<number>, by: number) => [
  status,
  note + by,
  velocity,
]
const octave: MidiFilter['change'] = bytes => moved(Array.from(bytes), 12)

const sending = (atMs: number): Partial<MidiFilter> => ({
  change: (bytes, { send }) => void send(bytes, atMs),
})

/** What the plugin's filter makes of what is played. */
function playing(written: Partial<MidiFilter>) {
  const { input, heard, clock, failed, setFilters } = makeInput()
  const sent = vi.fn(async (_name: string, [, number, bytes, atMs]: readonly unknown[]) =>
    filter.send(number, bytes, atMs),
  )
  const channel = { call: sent } as unknown as Channel
  const plugin = { id: 'octave', ...written }
  const filter = new ApartFilter({
    ...{ plugin: 'coach', data: { id: 'octave', order: 3 }, clock },
    ask: async (bytes, call) => structuredClone(await askFilter(channel, 1, plugin, bytes, call)),
  })
  setFilters([filter])
  const play = (bytes: readonly number[]) => input.receive(bytes, { portId: 'guitar', at: clock.now() })
  const answered = async (ms = 0) => {
    // The answer comes in a turn of its own.
    await new Promise(setImmediate)
    await clock.advance(ms)
  }
  const notes = () =>
    heard.map(event =>
      event.kind === 'note'
        ? `${event.on ? '+' : '-'}${event.number}`
        : event.raw.map(byte => byte.toString(16)).join(' '),
    )
  return { input, filter, clock, failed, setFilters, play, answered, notes, sent }
}

describe('a MIDI filter that runs apart', () => {
  it('is named after its plugin, and keeps its order', () => {
    const { filter } = playing({ change: octave })
    expect([filter.id, filter.order]).toEqual(['coach.octave', 3])
  })

  it('changes a note, which ends when its key is released', async () => {
    const { play, answered, notes, input } = playing({ change: octave })
    expect(play(on(C4))).toBeUndefined()
    await answered()
    play(off(C4))
    await answered()
    expect(notes()).toEqual(['+72', '-72'])
    expect(input.soundingNotes()).toBe(0)
  })

  it('leaves no note hanging whose key is released before the answer', async () => {
    const { play, answered, notes, input } = playing({ change: octave })
    play(on(C4))
    play(off(C4))
    await answered()
    await answered(1)
    expect(notes()).toEqual(['+72', '-72'])
    expect(input.soundingNotes()).toBe(0)
  })

  it('makes several of one, keeps others back, and lets others pass', async () => {
    const harmony = playing({ change: bytes => [Array.from(bytes), moved(Array.from(bytes), 4)] })
    harmony.play(on(C4))
    await harmony.answered()
    expect(harmony.notes()).toEqual(['+60', '+64'])

    const picky = playing({
      accepts: bytes => (bytes[1] ?? 0) > C4,
    })
    picky.play(on(C4))
    picky.play(on(C4 + 1))
    await picky.answered()
    expect(picky.notes()).toEqual(['+61'])
  })

  it('sends more later, which ends as much later', async () => {
    const { play, answered, notes } = playing({
      change: (bytes, { at, send }) => {
        send(moved(Array.from(bytes), 7), at + 250)
        return undefined
      },
    })
    play(on(C4))
    await answered()
    expect(notes()).toEqual(['+60'])
    await answered(250)
    expect(notes()).toEqual(['+60', '+67'])
    play(off(C4))
    await answered(250)
    expect(notes().slice(2).sort()).toEqual(['-60', '-67'])
  })

  it('can send long after it has answered', async () => {
    let send: ((bytes: readonly number[], atMs: number) => void) | undefined
    const { play, answered, notes, clock } = playing({
      change: (_, call) => {
        send ??= call.send
        return undefined
      },
    })
    play(on(C4))
    await answered(500)
    send?.(on(C4 + 3), clock.now())
    await answered()
    expect(notes()).toEqual(['+60', '+63'])
  })

  it.each([
    ['throws', { change: () => JSON.parse('{') }, 'SyntaxError'],
    ['makes what is not MIDI', { change: () => [on(C4 + 12), [1, 2, 3]] }, 'midi_filter_message'],
    ['makes too many', { change: () => Array.from({ length: 40 }, () => on(C4)) }, 'apart_refused'],
    ['makes a giant', { change: () => Array.from({ length: 5000 }, () => 1) }, 'apart_refused'],
    ['sends to a time that there is not', sending(Number.NaN), 'midi_filter_time'],
  ])('that %s is reported, and the message goes on as it was', async (_, written, code) => {
    const { play, answered, notes, failed } = playing(written as Partial<MidiFilter>)
    play(on(C4))
    await answered()
    expect(notes()).toEqual(['+60'])
    expect(failed).toEqual([
      code === 'SyntaxError' ? expect.any(SyntaxError) : expect.objectContaining({ code }),
    ])
  })

  it('is not listened to once it makes more than a cable carries', async () => {
    const { play, answered, failed } = playing({ change: () => Array.from({ length: 30 }, () => on(C4)) })
    for (let key = 0; key < 80; key++) play(on(key))
    await answered()
    expect(failed[0]).toMatchObject({ code: 'apart_refused' })
  })

  it('keeps no more than a thousand messages for later', async () => {
    let send: ((bytes: readonly number[], atMs: number) => void) | undefined
    const { play, answered, clock, sent } = playing({
      change: (_, call) => {
        send ??= call.send
        return undefined
      },
    })
    play(on(C4))
    await answered()
    for (let count = 0; count < 1001; count++) send?.(on(C4), clock.now() + 1000)
    const outcomes = await Promise.allSettled(sent.mock.results.map(({ value }) => value))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ code: 'apart_refused' }) },
    ])
  })

  it('gets the note-offs of the notes that it got, and no others', async () => {
    const got: number[][] = []
    const { play, answered } = playing({
      accepts: bytes => (bytes[1] ?? 0) > C4,
      change: bytes => void got.push(Array.from(bytes)),
    })
    for (const bytes of [on(C4), on(C4 + 1), on(C4 + 1), off(C4), off(C4 + 1)]) play(bytes)
    await answered()
    expect(got).toEqual([on(C4 + 1), on(C4 + 1), off(C4 + 1), off(C4 + 1)])
  })
})
