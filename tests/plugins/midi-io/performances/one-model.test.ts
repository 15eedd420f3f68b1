// Port state is modeled by the input, log, bends, neck, MIDI mappings and replay. All models must agree.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { logStateMessages } from '../../../../src/music/midi/log-file.js'
import { type HeldNote, HeldNotes, PortState } from '../../../../src/music/midi/port-state.js'
import { chased } from '../../../../src/plugins/diagnostics/replay/chase.js'
import { NeckVoices } from '../../../../src/plugins/fretboard/neck/neck-model.js'
import { Movements } from '../../../../src/plugins/midi-io/learn/control.js'
import { rounds } from '../../../support/rounds.js'
import { makeInput } from '../support/make-input.js'

const PORT = 'gk3'
const CHANNELS = [0, 1]
const value = fc.nat(127)
const status = (kind: number) => fc.constantFrom(...CHANNELS.map(channel => kind | channel))
const half = fc.constantFrom(0, 1, 127)
const message = fc.oneof(
  fc.tuple(
    status(0xb0),
    fc.constantFrom(1, 6, 7, 11, 38, 64, 66, 68, 69, 98, 99, 100, 101, 120, 121, 123, 126),
    fc.oneof(half, value),
  ),
  fc.tuple(fc.oneof(status(0x90), status(0x80)), fc.integer({ min: 60, max: 63 }), value),
  fc.tuple(status(0xe0), value, value),
)

/** Returns only the state that a log can contain. */
const settingOf = (port: PortState) =>
  CHANNELS.map(number => {
    const channel = port.channel(number)
    const values = Array.from({ length: 120 }, (_, controller) => channel.value(controller))
    return {
      values,
      bend: channel.bend,
      range: channel.bendRange,
      parameters: [...channel.parameters].sort(),
    }
  })

it('all port models agree on the port state after any sequence of messages', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 80 }), messages => {
      const { input, log, heard } = makeInput()
      const port = new PortState()
      const movements = new Movements()
      const voices = new NeckVoices(() => undefined)
      const held = CHANNELS.map(() => new HeldNotes<HeldNote & { readonly pitch: number }>())
      for (const bytes of messages) {
        input.receive(bytes, { portId: PORT })
        port.apply(bytes)
        movements.follow(bytes, PORT)
        const [kind = 0, first = 0, second = 0] = bytes
        const notes = held[kind & 15]
        if (kind < 0xb0 && kind >= 0x90 && second > 0) {
          notes?.begin(first, { pitch: first, down: true, caught: false })
        } else if (kind < 0xb0) notes?.release(first)
        else if (kind < 0xe0) notes?.control(first, second)
      }
      for (const event of heard) voices.apply(event)

      expect(input.soundingNotes()).toBe(port.notes)
      for (const channel of CHANNELS) {
        expect(input.bendOf(PORT, channel + 1)).toBe(port.channel(channel).bentBy())
        const { selected = 0 } = port.channel(channel)
        expect(movements.parameter(PORT, channel + 1) ?? 0).toBe(
          selected >= 1 << 14 ? selected - (1 << 14) : 0,
        )
      }
      const sounding = held.flatMap(notes => [...notes.values()].map(({ pitch }) => pitch))
      expect(voices.pitches()).toEqual([...new Set(sounding)].sort())

      log.clear()
      const { state } = log.snapshot()
      const fromLog = new PortState()
      for (const { raw } of logStateMessages(state)) fromLog.apply(raw)
      expect(settingOf(fromLog)).toEqual(settingOf(port))
      expect(state.held.map(({ number }) => number).sort()).toEqual(
        held
          .flatMap(notes => [...notes.values()].filter(({ down }) => down).map(({ pitch }) => pitch))
          .sort(),
      )

      const events = heard.map(({ raw, portId, at, time }) => ({ raw, portId, at, time }))
      const source = {
        kind: 'log',
        name: '',
        state: [],
        events,
        startMs: 0,
        lengthMs: 0,
        tracks: [],
        notes: [],
      } as const
      const fromReplay = new PortState()
      for (const { raw } of chased(source, Number.POSITIVE_INFINITY, '00:00:00:000')) fromReplay.apply(raw)
      expect(settingOf(fromReplay)).toEqual(settingOf(port))
    }),
    rounds(300),
  )
})
