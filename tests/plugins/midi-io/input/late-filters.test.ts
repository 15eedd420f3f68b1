// Filters that answer with a promise: what is played waits for them, in order, and nothing is lost or hangs.
import { describe, expect, it } from 'vitest'
import type { ChangedMessage, MidiFilter } from '../../../../src/plugins/midi-io/tokens.js'
import { makeInput } from '../support/make-input.js'

const C4 = 60
const PEDAL = 64
const SOSTENUTO = 66
const on = (note: number) => [0x90, note, 100]
const off = (note: number, velocity = 64) => [0x80, note, velocity]
const control = (number: number, value: number) => [0xb0, number, value]
const bend = (value: number) => [0xe0, 0, value]

/** A filter whose answers come when the test gives them; `undefined` lets a message pass. */
function waiting(make: (bytes: readonly number[]) => ChangedMessage = () => undefined) {
  const open: (() => void)[] = []
  const filter: MidiFilter = {
    id: 'late',
    change: bytes =>
      new Promise(resolve => open.push(() => resolve(Promise.resolve(Array.from(bytes)).then(make)))),
  }
  return { filter, open }
}

function playing(make?: (bytes: readonly number[]) => ChangedMessage, behind: readonly MidiFilter[] = []) {
  const { filter, open } = waiting(make)
  const { input, heard, clock, failed, setFilters } = makeInput({ filters: [filter, ...behind] })
  const play = (...messages: readonly (readonly number[])[]) => {
    for (const bytes of messages) input.receive(bytes, { portId: 'guitar', at: clock.now(), string: 3 })
  }
  const settled = () => new Promise(setImmediate)
  const answer = async (count = open.length) => {
    for (const each of open.splice(0, count)) each()
    await settled()
  }
  const notes = () =>
    heard.map(event =>
      event.kind === 'note' ? `${event.on ? '+' : '-'}${event.number}` : event.raw.slice(1).join(' '),
    )
  return { input, heard, clock, failed, setFilters, play, answer, settled, notes, open }
}

describe('a filter that answers later', () => {
  it('keeps everything about a note but its bytes', async () => {
    const { play, answer, heard, clock } = playing(([status = 0, note = 0, velocity = 0]) =>
      note === C4 ? undefined : [status, note + 12, velocity],
    )
    const playedAt = clock.now()
    play(on(C4), on(C4 + 1))
    await clock.advance(20)
    await answer()
    expect(heard).toMatchObject([
      { number: C4, string: 3, at: playedAt },
      { number: C4 + 13, at: playedAt },
    ])
    expect(heard[1]).not.toHaveProperty('string', 3)
    play(off(C4, 20))
    await answer()
    expect(heard[2]).toMatchObject({ number: C4, on: false, raw: off(C4, 20) })
  })

  it('changes the order of nothing', async () => {
    const { play, answer, notes } = playing()
    play(bend(96), bend(80), bend(64), bend(48))
    play(control(PEDAL, 127), on(C4), off(C4), control(PEDAL, 0), control(PEDAL, 127))
    await answer()
    expect(notes()).toEqual([
      ...['0 96', '0 80', '0 64', '0 48'],
      ...['64 127', '+60', '-60', '64 0', '64 127'],
    ])
  })

  it('keeps what it has not answered in front of what it has', async () => {
    const { play, answer, notes, open, settled } = playing()
    play(on(C4), on(C4 + 1))
    open.pop()?.()
    await settled()
    expect(notes()).toEqual([])
    await answer()
    expect(notes()).toEqual(['+60', '+61'])
  })

  it('leaves no note hanging that is released or struck again before the answer', async () => {
    const { play, answer, notes, input } = playing(([status = 0, note = 0, velocity = 0]) => [
      status,
      note + 12,
      velocity,
    ])
    play(on(C4), off(C4), on(C4), off(C4))
    await answer()
    expect(notes()).toEqual(['+72', '-72', '+72', '-72'])
    expect(input.soundingNotes()).toBe(0)
  })

  it('passes on to the filters behind it, which may be late as well', async () => {
    const second = waiting(([status = 0, note = 0, velocity = 0]) => [status, note + 7, velocity])
    const { play, answer, notes, settled } = playing(
      ([status = 0, note = 0, velocity = 0]) => [status, note + 12, velocity],
      [second.filter],
    )
    play(on(C4))
    await answer()
    expect(notes()).toEqual([])
    for (const each of second.open.splice(0)) each()
    await settled()
    expect(notes()).toEqual(['+79'])
  })

  it('takes back what a pedal became, also once it is gone', async () => {
    const { play, answer, notes, setFilters } = playing(([status = 0, , value = 0]) => [
      status,
      SOSTENUTO,
      value,
    ])
    play(control(PEDAL, 127))
    await answer()
    setFilters([])
    play(control(PEDAL, 0))
    expect(notes()).toEqual(['66 127', '64 0', '66 0'])
  })

  it('loses nothing when it goes while a message waits, and cuts no note that passed', async () => {
    const { play, answer, notes, setFilters, input } = playing()
    play(on(C4))
    await answer()
    play(on(C4 + 4), control(7, 90))
    setFilters([])
    play(on(C4 + 7))
    await answer()
    expect(notes()).toEqual(['+60', '+64', '7 90', '+67'])
    play(off(C4), off(C4 + 4), off(C4 + 7))
    expect(input.soundingNotes()).toBe(0)
  })

  it('is waited for a tenth of a second; then the message goes on as it was', async () => {
    const { play, clock, notes, answer, failed } = playing(() => on(1))
    play(on(C4))
    await clock.advance(99)
    expect(notes()).toEqual([])
    await clock.advance(20)
    expect(notes()).toEqual(['+60'])
    await answer()
    expect(notes()).toEqual(['+60'])
    expect(failed).toEqual([])
  })

  it('is taken out when it is late for two seconds, and not for one stall', async () => {
    const { play, clock, failed } = playing()
    for (let count = 0; count < 200; count++) play(control(1, count % 128))
    for (let stall = 0; stall < 19; stall++) {
      await clock.advance(120)
      expect(failed).toEqual([])
      play(control(1, stall))
    }
    await clock.advance(120)
    expect(failed).toEqual([expect.objectContaining({ code: 'midi_filter_late' })])
  })

  it('makes a message wait no longer for being one of many', async () => {
    const others = Array.from({ length: 5 }, () => waiting().filter)
    const { play, clock, notes, failed } = playing(undefined, others)
    play(on(C4))
    await clock.advance(111)
    expect(notes()).toEqual(['+60'])
    expect(failed).toEqual([])
  })

  it('keeps the order for the filters behind it, too', async () => {
    const asked: string[] = []
    const behind: MidiFilter = { id: 'keen', change: bytes => void asked.push(Array.from(bytes).join(' ')) }
    const { play, answer, open, settled, setFilters } = playing(undefined, [behind])
    play(on(C4), control(PEDAL, 127))
    await settled()
    open.pop()?.()
    await settled()
    expect(asked).toEqual([])
    await answer()
    expect(asked).toEqual(['144 60 100', '176 64 127'])
    play(on(C4 + 1))
    setFilters([behind])
    play(on(C4 + 2))
    await answer()
    expect(asked.slice(2)).toEqual(['144 61 100', '144 62 100'])
  })

  it('may be any promise', async () => {
    // biome-ignore lint/suspicious/noThenProperty: a promise of another library.
    const promise = { then: (done: (made: number[]) => void) => done(on(1)) }
    const { input, heard, clock } = makeInput({ filters: [{ id: 'own', change: () => promise as never }] })
    input.receive(on(C4), { portId: 'guitar', at: clock.now() })
    await new Promise(setImmediate)
    expect(heard).toMatchObject([{ number: 1 }])
  })

  it('that fails is reported, and the messages go on as they were', async () => {
    const { play, answer, notes, failed } = playing(() => {
      throw new Error('out of tune')
    })
    play(on(C4))
    await answer()
    expect(notes()).toEqual(['+60'])
    expect(failed).toEqual([new Error('out of tune')])
  })

  it.each(['guitar', undefined])('holds nothing of a port that was released meanwhile: %s', async portId => {
    const { play, answer, notes, input } = playing()
    play(on(C4))
    input.release(portId)
    await answer()
    expect(notes()).toEqual([])
  })

  it('is not overtaken by what is replayed from a log', async () => {
    const { play, answer, notes, input } = playing()
    play(on(C4))
    input.receive(off(C4), { portId: 'guitar', time: '12:00:00:000' })
    await answer()
    expect(notes()).toEqual(['+60', '-60'])
    expect(input.soundingNotes()).toBe(0)
  })
})

describe('a filter that sends, in front of one that answers later', () => {
  const arpeggio: MidiFilter = {
    id: 'arpeggio',
    change: ({ 0: status }, { at, send }) => {
      if (status !== 0xb0) return undefined
      send(on(67), at + 1)
      send(off(67), at + 10)
      return undefined
    },
  }

  it('ends what it has sent, after that has begun', async () => {
    const slow = waiting()
    const { input, heard, clock } = makeInput({ filters: [arpeggio, slow.filter] })
    input.receive(control(1, 9), { portId: 'pad', at: clock.now() })
    await clock.advance(20)
    for (const answer of slow.open.splice(0)) answer()
    await new Promise(setImmediate)
    expect(heard.map(({ raw }) => raw[0])).toEqual([0xb0, 0x90, 0x80])
    expect(input.soundingNotes()).toBe(0)
  })

  it('sends nothing once it is gone', async () => {
    const slow = waiting()
    const { input, clock, setFilters } = makeInput({ filters: [arpeggio, slow.filter] })
    input.receive(control(1, 9), { portId: 'pad', at: clock.now() })
    await clock.advance(5)
    setFilters([slow.filter])
    for (const answer of slow.open.splice(0)) answer()
    await clock.advance(100)
    expect(input.soundingNotes()).toBe(0)
  })
})

it('a filter may use one list for all that it makes', async () => {
  const list = on(0)
  const reusing: MidiFilter = {
    id: 'thrifty',
    change: bytes => {
      list[1] = (bytes[1] ?? 0) + 12
      return list
    },
  }
  const slow = waiting()
  const { input, heard, clock } = makeInput({ filters: [reusing, slow.filter] })
  for (const note of [C4, C4 + 4]) input.receive(on(note), { portId: 'pad', at: clock.now() })
  for (const answer of slow.open.splice(0)) answer()
  await new Promise(setImmediate)
  expect(heard).toMatchObject([{ number: 72 }, { number: 76 }])
})

it('what a filter wanted to send later is forgotten with it', async () => {
  const { clock, heard, input, setFilters } = makeInput({
    filters: [{ id: 'echo', change: (bytes, { at, send }) => void send(bytes, at + 60_000) }],
  })
  input.receive(on(C4), { portId: 'guitar', at: clock.now() })
  const pending = clock.pending
  setFilters([])
  expect(clock.pending).toBe(pending - 1)
  expect(heard).toHaveLength(1)
})
