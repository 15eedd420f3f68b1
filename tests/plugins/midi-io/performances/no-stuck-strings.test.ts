import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { NoteEvent } from '../../../../src/music/midi/midi-event.js'
import { LiveNeckModel } from '../../../../src/plugins/fretboard/neck/neck-model.js'
import { MIDI_PANIC } from '../../../../src/plugins/midi-io/tokens.js'
import { rounds } from '../../../support/rounds.js'
import { damp, GK3, KEYS, makeDevices, STANDARD, strum } from '../support/make-devices.js'

const PORTS = { gk3: GK3, keys: KEYS } as const
type Device = keyof typeof PORTS

type Made = ReturnType<typeof makeDevices>
type Step = (made: Made) => void

const device = fc.constantFrom<Device>('gk3', 'keys')

/** Strums, which identify a guitar, and single notes, which rule it out. */
const played: fc.Arbitrary<Step> = fc
  .tuple(
    device,
    fc.oneof(
      // The second strum identifies the guitar and keeps ringing.
      { weight: 4, arbitrary: fc.nat(5).map(fret => [...strum(1, 0), ...damp(1, 0), ...strum(1, fret)]) },
      {
        weight: 4,
        arbitrary: fc.tuple(fc.constantFrom(1, 3), fc.nat(5)).map(([base, fret]) => strum(base, fret)),
      },
      {
        weight: 3,
        arbitrary: fc.tuple(fc.constantFrom(1, 3), fc.nat(5)).map(([base, fret]) => damp(base, fret)),
      },
      {
        weight: 6,
        arbitrary: fc
          .tuple(fc.integer({ min: 0x80, max: 0x9f }), fc.integer({ min: 38, max: 70 }), fc.nat(2))
          .map(([status, note, velocity]) => [[status, note, velocity]]),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(
            fc.integer({ min: 0xb0, max: 0xb7 }),
            fc.constantFrom(6, 64, 100, 101, 120, 121, 123),
            fc.nat(127),
          )
          .map(bytes => [bytes]),
      },
      { weight: 1, arbitrary: fc.tuple(fc.constant(0xe0), fc.nat(127), fc.nat(127)).map(bytes => [bytes]) },
      { weight: 1, arbitrary: fc.array(fc.nat(255), { maxLength: 4 }).map(bytes => [bytes]) },
    ),
  )
  .map(([id, messages]) => made => {
    for (const bytes of messages) made.play(bytes, id)
  })

const there = ({ access }: Made, id: Device) => access.getState().inputs.some(port => port.id === id)
const setUp: fc.Arbitrary<Step> = fc
  .tuple(
    device,
    fc.oneof(
      fc.record({ enabled: fc.boolean() }),
      fc.record({ guitar: fc.constantFrom('auto' as const, 'on' as const, 'off' as const) }),
      fc.record({ firstChannel: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ reversed: fc.boolean() }),
      fc.record({ bendRange: fc.nat(24) }),
    ),
  )
  .map(([id, change]) => made => {
    if (!there(made, id)) return
    made.devices.setUp(id, change)
    if ('enabled' in change && !change.enabled) expect(made.input.soundingNotes(id)).toBe(0)
  })

const plugs: fc.Arbitrary<Step> = fc.subarray<Device>(['gk3', 'keys']).map(ids => made => {
  made.plugged(ids.map(id => PORTS[id]))
  for (const id of ['gk3', 'keys'] as const) {
    if (!ids.includes(id)) expect(made.input.soundingNotes(id)).toBe(0)
  }
})

const panic: fc.Arbitrary<Step> = fc.boolean().map(forgetting => ({ input, events }) => {
  input.release()
  if (forgetting) events.emit(MIDI_PANIC, undefined)
  expect(input.soundingNotes()).toBe(0)
})

const tuning: fc.Arbitrary<Step> = fc
  .constantFrom(
    STANDARD,
    { ...STANDARD, capo: 2 },
    { name: 'Bass', strings: [43, 38, 33, 28], capo: 0 },
    undefined,
  )
  .map(
    now =>
      ({ neck }) =>
        neck.setState(now, true),
  )

const step = fc.oneof(
  { weight: 12, arbitrary: played },
  { weight: 3, arbitrary: setUp },
  { weight: 1, arbitrary: plugs },
  { weight: 1, arbitrary: panic },
  { weight: 1, arbitrary: tuning },
)

/** Returns note-ons without a note-off for the same port, channel and pitch. */
function unended(notes: readonly NoteEvent[]): string[] {
  const open = new Set<string>()
  for (const { on, note } of notes) {
    if (on) open.add(note)
    else open.delete(note)
  }
  return [...open]
}

const RANDOM = rounds(1000)

it('no note keeps sounding after random guitar sessions with reconnects and changed settings', () => {
  let guitars = 0
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30, size: 'max' }), steps => {
      const made = makeDevices({ ports: [GK3, KEYS] })
      const shown = new LiveNeckModel({ ...STANDARD, fretMin: 0, fretMax: 24 }, made.bends)
      let applied = 0
      for (const take of steps) {
        take(made)
        for (; applied < made.heard.length; applied += 1) {
          const event = made.heard[applied]
          if (event) shown.apply(event)
        }
      }
      if (made.heard.some(event => event.kind === 'note' && event.string)) guitars += 1
      made.plugged([])
      for (const event of made.heard.slice(applied)) shown.apply(event)

      expect(made.input.soundingNotes()).toBe(0)
      expect(unended(made.heard.filter(event => event.kind === 'note'))).toEqual([])
      expect(shown.pitches()).toEqual([])
      made.devices.dispose()
    }),
    RANDOM,
  )
  // The property would hold trivially if no run recognized a guitar.
  expect(guitars).toBeGreaterThan(RANDOM.numRuns / 10)
})
