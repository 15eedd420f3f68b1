import { describe, expect, it, vi } from 'vitest'
import { HandClock } from '../../../../src/core/platform/memory-platform.js'
import { thruSettings } from '../../../../src/plugins/midi-io/settings.js'
import { createThru, THRU_KINDS, thruFilter } from '../../../../src/plugins/midi-io/thru/thru.js'
import { midiBytes } from '../../../support/midi-bytes.js'

function makeThru(change: Partial<typeof thruSettings.defaults> = {}) {
  const clock = new HandClock()
  const sent: { bytes: readonly number[]; due: number }[] = []
  const settings = { ...thruSettings.defaults, ...change }
  let passes = thruFilter(settings)
  const onLoop = vi.fn()
  const thru = createThru({
    clock,
    output: { send: (bytes, due = 0) => void sent.push({ bytes: Array.from(bytes), due }) },
    passes: status => passes(status),
    listensTo: portId => !settings.withoutInputs.includes(portId),
    isTarget: portId => portId === 'piano',
    onLoop,
  })
  const take = (...messages: readonly (readonly number[])[]) => {
    for (const bytes of messages) thru.take(bytes, 'gk3', clock.now())
  }
  const refilter = (next: Partial<typeof thruSettings.defaults>) => {
    passes = thruFilter({ ...settings, ...next })
  }
  const bytes = () => sent.map(message => message.bytes)
  return { clock, thru, take, refilter, sent, bytes, onLoop }
}

/** One of each kind, in the order of the kinds. */
const EXAMPLES = midiBytes('90 60 100, b0 1 64, e0 0 80, c0 5, d0 70, f0 1 2 247, f8')

describe('MIDI thru', () => {
  it('is off, and passes on all but system-exclusive and real-time messages, unless the user says otherwise', () => {
    expect(thruSettings.defaults.on).toBe(false)
    const { take, bytes } = makeThru()
    take(...EXAMPLES)
    expect(bytes()).toEqual(EXAMPLES.slice(0, 5))
  })

  it.each(THRU_KINDS.map((kind, index) => [kind, index] as const))('passes on %s alone', (kind, index) => {
    const none = Object.fromEntries(THRU_KINDS.map(each => [each, each === kind]))
    const { take, bytes } = makeThru(none)
    take(...EXAMPLES)
    expect(bytes()).toEqual([EXAMPLES[index]])
  })

  it('keeps the messages of an input in their order, also where the clock of the device steps back', async () => {
    const { thru, sent, clock } = makeThru()
    await clock.advance(100)
    thru.take([0x90, 60, 100], 'gk3', 100)
    thru.take([0x80, 60, 0], 'gk3', 99)
    thru.take([0x90, 61, 100], 'piano', 98)
    expect(sent.map(({ due }) => due)).toEqual([100, 100, 98])
  })

  it('never passes on active sensing or what a port would refuse', () => {
    const { take, bytes } = makeThru({ sysex: true, realtime: true })
    take([0xfe], [0x90, 60], [0xf0, 1, 2], [0xf4], [])
    expect(bytes()).toEqual([])
  })

  it('ends what it began when it ends, of one input or of all', () => {
    const { thru, take, sent, bytes } = makeThru()
    take([0x90, 60, 100], [0xb0, 64, 127], [0xe0, 0, 80])
    thru.take([0x95, 40, 100], 'drums', 0)
    sent.length = 0
    thru.end('drums')
    expect(bytes()).toEqual([[0x85, 40, 64]])
    sent.length = 0
    thru.end()
    expect(bytes()).toEqual(midiBytes('80 60 64, b0 64 0, e0 0 64'))
    sent.length = 0
    thru.end()
    expect(bytes()).toEqual([])
  })

  it('lets a note end that it let begin, whatever the filter says by then', () => {
    const { take, refilter, bytes } = makeThru()
    take([0x90, 60, 100])
    refilter({ notes: false })
    take([0x80, 60, 64], [0x80, 61, 64])
    expect(bytes()).toEqual(midiBytes('90 60 100, 80 60 64'))
  })
})
