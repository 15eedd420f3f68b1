// Whatever is sent, in whatever order and from wherever: when fingers and pedals are up, nothing sounds.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { controlChange } from '../../../src/core/music/midi/midi-message.js'
import { MidiPart } from '../../../src/plugins/sound/midi-part.js'
import { VOICE_LIMIT, VoicePool } from '../../../src/plugins/sound/voice-pool.js'
import { rounds } from '../../support/rounds.js'
import { fakeSynth } from './fake-synth.js'

const PORTS = ['in', 'in', 'out', 'out'] as const
const dataByte = fc.integer({ min: 0, max: 127 })
/** Few notes and channels, so that they meet; the controllers that matter, and any other. */
const note = fc.integer({ min: 60, max: 64 })
const channel = fc.integer({ min: 0, max: 2 })
const controller = fc.oneof(fc.constantFrom(6, 38, 64, 66, 100, 101, 120, 121, 123, 126), dataByte)

const message = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(channel, note, dataByte).map(([c, n, v]) => [0x90 | c, n, v]) },
  { weight: 3, arbitrary: fc.tuple(channel, note, dataByte).map(([c, n, v]) => [0x80 | c, n, v]) },
  { weight: 3, arbitrary: fc.tuple(channel, controller, dataByte).map(([c, n, v]) => [0xb0 | c, n, v]) },
  { weight: 1, arbitrary: fc.tuple(channel, dataByte, dataByte).map(([c, n, v]) => [0xe0 | c, n, v]) },
  { weight: 1, arbitrary: fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 4 }) },
)

const step = fc.record({
  port: fc.integer({ min: 0, max: PORTS.length - 1 }),
  bytes: message,
  /** Since the one before; a song is sent ahead, so that times also go back. */
  after: fc.integer({ min: -15, max: 60 }),
  /** A voice that has faded out in the meantime. */
  died: fc.option(fc.nat({ max: 40 }), { nil: undefined }),
})

function playAll(steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]) {
  const synth = fakeSynth()
  const pool = new VoicePool()
  const { openStrip } = synth
  const parts = PORTS.map(way => new MidiPart({ way, pool, openStrip, onUnplayable: () => undefined }))
  let now = 0
  let most = 0
  for (const { port, bytes, after, died } of steps) {
    now += after
    parts[port]?.play(bytes, now)
    if (died !== undefined) synth.voices[died]?.end()
    most = Math.max(most, pool.sounding)
  }
  return { synth, pool, parts, now, most }
}

const runs = rounds(1000, 20261121)

it('after pedals up and all notes off on every channel, nothing is held', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), steps => {
      const { synth, parts, now, most } = playAll(steps)
      for (const part of parts) {
        for (let each = 1; each <= 16; each += 1) {
          for (const order of [64, 66, 123]) part.play(controlChange(each, order, 0), now + 100)
        }
      }
      const hanging = synth.voices.filter(({ released, cut }) => released === undefined && cut === undefined)
      // Those that died away by themselves need no end.
      const died = new Set(steps.map(({ died: index }) => index))
      expect(hanging.filter(voice => !died.has(synth.voices.indexOf(voice)))).toEqual([])
      expect(most).toBeLessThanOrEqual(VOICE_LIMIT)
    }),
    runs,
  )
})
