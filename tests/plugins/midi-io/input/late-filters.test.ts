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

  it('is taken out when it is late again and again', async () => {
    const { play, clock, failed } = playing()
    for (let count = 0; count < 50; count++) play(control(1, count))
    await clock.advance(99)
    expect(failed).toEqual([])
    await clock.advance(20)
    expect(failed).toEqual([expect.objectContaining({ code: 'midi_filter_late' })])
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

  it('holds nothing of a port that was released meanwhile', async () => {
    const { play, answer, notes, input } = playing()
    play(on(C4))
    input.release('guitar')
    await answer()
    expect(notes()).toEqual([])
  })
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
