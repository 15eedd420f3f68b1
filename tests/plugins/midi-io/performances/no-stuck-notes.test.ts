import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PortState } from '../../../../src/core/music/midi/port-state.js'
import { LoggedState } from '../../../../src/plugins/midi-io/log/log-state.js'
import { rounds } from '../../../support/rounds.js'
import { makeInput } from '../support/make-input.js'

const PORTS = ['gk3', 'neck', 'keyboard'] as const

/** Bytes as devices send them, and as broken ones do. */
const message = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.integer({ min: 0x80, max: 0x9f }), fc.nat(127), fc.nat(127)) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.integer({ min: 0xb0, max: 0xb3 }), fc.constantFrom(1, 64, 123), fc.nat(127)),
  },
  { weight: 1, arbitrary: fc.tuple(fc.integer({ min: 0xe0, max: 0xe3 }), fc.nat(127), fc.nat(127)) },
  { weight: 1, arbitrary: fc.array(fc.nat(255), { maxLength: 4 }) },
)

describe('random performances', () => {
  it('leave nothing sounding once their ports are gone, and the log agrees', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...PORTS), message), { maxLength: 150 }), played => {
        const { input, log, heard } = makeInput()
        for (const [portId, bytes] of played) input.receive(bytes, { portId })
        for (const portId of PORTS) input.release(portId)
        const ears = new Map(PORTS.map(portId => [portId as string, new PortState()]))
        const state = new LoggedState()
        for (const event of heard) {
          ears.get(event.portId)?.apply(event.raw)
          state.apply(event)
        }
        for (const ear of ears.values()) expect(ear.silence()).toEqual([])
        expect(input.soundingNotes()).toBe(0)
        expect(state.snapshot().held).toEqual([])
        log.clear()
        expect(log.snapshot().state).toEqual(state.snapshot())
      }),
      rounds(1000, 2026),
    )
  })

  it('never make an input throw, whatever the bytes', () => {
    const { input } = makeInput()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), bytes => {
        input.receive(bytes, { portId: 'gk3' })
      }),
      rounds(2000, 2026),
    )
  })
})
