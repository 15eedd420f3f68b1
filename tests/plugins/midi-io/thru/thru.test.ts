import { expect, it, vi } from 'vitest'
import { SETTINGS } from '../../../../src/core/kernel/tokens.js'
import { HandClock } from '../../../../src/core/platform/memory-platform.js'
import { thruSettings } from '../../../../src/plugins/midi-io/settings.js'
import { createLoopGuard } from '../../../../src/plugins/midi-io/thru/loop-guard.js'
import { createThru, THRU_KINDS, thruFilter } from '../../../../src/plugins/midi-io/thru/thru.js'
import { midiBytes } from '../../../support/midi-bytes.js'
import { GK3, makeKernel, SYNTH, THRU, TO_SYNTH } from '../support/make-kernel.js'

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

/** One message per kind, in the order of `THRU_KINDS`. */
const EXAMPLES = midiBytes('90 60 100, b0 1 64, e0 0 80, c0 5, d0 70, f0 1 2 247, f8')

it('thru is off by default and forwards all messages except SysEx and real-time', () => {
  expect(thruSettings.defaults.on).toBe(false)
  const { take, bytes } = makeThru()
  take(...EXAMPLES)
  expect(bytes()).toEqual(EXAMPLES.slice(0, 5))
})

it.each(THRU_KINDS.map((kind, index) => [kind, index] as const))(
  'thru can be limited to %s',
  (kind, index) => {
    const none = Object.fromEntries(THRU_KINDS.map(each => [each, each === kind]))
    const { take, bytes } = makeThru(none)
    take(...EXAMPLES)
    expect(bytes()).toEqual([EXAMPLES[index]])
  },
)

it('messages from an input stay in order, even if the device clock jumps backward', async () => {
  const { thru, sent, clock } = makeThru()
  await clock.advance(100)
  thru.take([0x90, 60, 100], 'gk3', 100)
  thru.take([0x80, 60, 0], 'gk3', 99)
  thru.take([0x90, 61, 100], 'piano', 98)
  expect(sent.map(({ due }) => due)).toEqual([100, 100, 98])
})

it('thru never forwards active sensing and malformed messages', () => {
  const { take, bytes } = makeThru({ sysex: true, realtime: true })
  take([0xfe], [0x90, 60], [0xf0, 1, 2], [0xf4], [])
  expect(bytes()).toEqual([])
})

it('turning thru off ends the open notes of one input or all inputs', () => {
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

it('a note-off is forwarded even if its channel has since been filtered out', () => {
  const { take, refilter, bytes } = makeThru()
  take([0x90, 60, 100])
  refilter({ notes: false })
  take([0x80, 60, 64], [0x80, 61, 64])
  expect(bytes()).toEqual(midiBytes('90 60 100, 80 60 64'))
})

function makeGuard() {
  const clock = new HandClock()
  const onLoop = vi.fn()
  const probes: (readonly number[])[] = []
  const guard = createLoopGuard({ clock, send: bytes => void probes.push(bytes), onLoop })
  /** Sends each message every `everyMs` for `forMs`. A loop repeats only messages that were let through. */
  const play = async (
    messages: readonly (readonly number[])[],
    {
      everyMs,
      forMs,
      same = false,
      loop = false,
    }: { everyMs: number; forMs: number; same?: boolean; loop?: boolean },
  ) => {
    let going = [...messages]
    let held = 0
    for (let passed = 0; passed < forMs; passed += everyMs) {
      const admitted = going.filter(bytes => guard.admits(bytes, clock.now(), 'in', same))
      held += going.length - admitted.length
      if (loop) going = admitted
      await clock.advance(everyMs)
    }
    return held
  }
  return { clock, guard, onLoop, play, probes }
}

const C = [0x90, 60, 100]
const E = [0x90, 64, 100]

it('a fast loop is detected for notes, controllers and SysEx', async () => {
  for (const bytes of [C, [0xb0, 1, 64], [0xf0, 1, 2, 3, 0xf7]]) {
    const { play, onLoop } = makeGuard()
    await play([bytes], { everyMs: 12, forMs: 1000, loop: true })
    expect(onLoop).toHaveBeenCalledOnce()
  }
})

it.each([
  ['a fast roll on the output device', [C, [0x80, 60, 64]], 60, true],
  ['note repeat in sixty-fourths', [C, [0x80, 60, 64]], 26, false],
  ['a pedal that flickers between two values', midiBytes('b0 4 64, b0 4 65'), 6, true],
] as const)(
  'the guard sends one probe for %s and then lets it through',
  async (_, messages, everyMs, same) => {
    const { play, onLoop } = makeGuard()
    await play(messages, { everyMs, forMs: 1000, same })
    expect(await play(messages, { everyMs, forMs: 5000, same })).toBe(0)
    expect(onLoop).not.toHaveBeenCalled()
  },
)

it('messages at a humanly possible rate are never blocked', async () => {
  const { play, onLoop } = makeGuard()
  expect(await play([C, E], { everyMs: 125, forMs: 5000, same: true })).toBe(0)
  expect(await play([C, E], { everyMs: 40, forMs: 5000 })).toBe(0)
  expect(onLoop).not.toHaveBeenCalled()
})

it('a clock at 300 BPM is let through, but a multiplying clock is detected as a loop', async () => {
  const { play, onLoop } = makeGuard()
  expect(await play([[0xf8]], { everyMs: 60_000 / 300 / 24, forMs: 5000 })).toBe(0)
  expect(onLoop).not.toHaveBeenCalled()
  await play([[0xf8], [0xf8], [0xf8]], { everyMs: 10, forMs: 1100 })
  expect(onLoop).toHaveBeenCalled()
})

it('a loop that doubles its messages is detected by the message rate', async () => {
  const notes = (count: number) => Array.from({ length: count }, (_, index) => [0x90, 40 + index, 100])
  const tenFingers = makeGuard()
  await tenFingers.play(notes(10), { everyMs: 50, forMs: 1000 })
  expect(tenFingers.onLoop).not.toHaveBeenCalled()
  const doubled = makeGuard()
  await doubled.play(notes(60), { everyMs: 50, forMs: 100 })
  expect(doubled.onLoop).toHaveBeenCalled()
})

it('a repeated message triggers a probe, and further probes are sent at growing intervals', async () => {
  const { play, probes, guard, clock, onLoop } = makeGuard()
  await play([[0x93, 60, 100]], { everyMs: 200, forMs: 600 })
  expect(probes).toEqual([])
  await play([[0x93, 60, 100]], { everyMs: 200, forMs: 400 })
  expect(probes).toEqual([[0x83, 0, 101]])
  await play([[0x93, 60, 100]], { everyMs: 200, forMs: 60_000 })
  expect(probes.length).toBeLessThan(12)
  await clock.advance(8000)
  // No probe was sent recently, so this message was played.
  expect(guard.isProbe([0x83, 0, 101], 'in')).toBe(false)
  expect(onLoop).not.toHaveBeenCalled()
})

it.each([
  ['unchanged', [0x83, 0, 101]],
  ['with the default velocity', [0x83, 0, 64]],
  ['as a note-on with velocity 0', [0x93, 0, 0]],
])('a returning probe is recognized %s', async (_, back) => {
  const { play, guard, onLoop } = makeGuard()
  await play([[0x93, 60, 100]], { everyMs: 200, forMs: 800 })
  expect(guard.isProbe([0x83, 1, 101], 'other')).toBe(false)
  expect([guard.isProbe([0x80, 0, 101], 'other'), guard.isProbe(back, 'other')]).toEqual([false, true])
  expect(onLoop.mock.calls).toEqual([['other']])
})

const PIANO = { id: 'piano-in', name: 'Stage Piano In', manufacturer: 'Kawai' }
const PIANO_OUT = { id: 'piano-out', name: 'Stage Piano Out', manufacturer: 'Kawai' }

async function ready(stored: Record<string, string> = THRU) {
  const made = await makeKernel({ inputs: [GK3, PIANO], outputs: [SYNTH, PIANO_OUT], stored })
  return { ...made, thru: made.kernel.get(SETTINGS).store(thruSettings) }
}

it('a command turns thru on, and turning it off again ends thru notes', async () => {
  const { midi, run, bytes, thru, platform } = await ready(TO_SYNTH)
  await run('toggle-thru')
  expect(JSON.parse(platform.storage.get('fretworkMidiThru') ?? '{}')).toMatchObject({ on: true })
  midi.play('gk3', [0x90, 60, 100])
  await run('toggle-thru')
  expect(thru.getState().on).toBe(false)
  midi.play('gk3', [0x90, 64, 100])
  expect(bytes()).toEqual(midiBytes('90 60 100, 80 60 64'))
})

it('changing the filter ends active thru notes and applies immediately', async () => {
  const { midi, run, bytes } = await ready()
  midi.play('gk3', [0x92, 60, 100])
  await run('toggle-thru-channel', { channel: 3 })
  midi.play('gk3', [0x92, 62, 100])
  midi.play('gk3', [0x93, 64, 100])
  await run('toggle-thru-input', { port: 'gk3' })
  midi.play('gk3', [0x93, 65, 100])
  await run('toggle-thru-input', { port: 'gk3' })
  await run('toggle-thru-channel', { channel: 3 })
  midi.play('gk3', [0x92, 67, 100])
  expect(bytes()).toEqual(midiBytes('92 60 100, 82 60 64, 93 64 100, 83 64 64, 92 67 100'))
})

it('thru turns off with one notice if the device echoes messages, and can be turned on again', async () => {
  const { midi, run, clock, thru, notices, bytes, input } = await ready()
  await run('select-output', { port: 'piano-out' })
  let echoed = 0
  const echo = () => {
    const due = midi.heard('piano-out').slice(echoed)
    echoed += due.length
    for (const message of due) midi.play('piano-in', message.bytes)
  }
  midi.play('piano-in', [0x90, 60, 100])
  midi.play('piano-in', [0x90, 64, 100])
  for (let round = 0; round < 100; round += 1) {
    await clock.advance(14)
    echo()
  }
  expect(thru.getState().on).toBe(false)
  expect(
    bytes('piano-out')
      .slice(-2)
      .map(([status]) => status),
  ).toEqual([0x80, 0x80])
  expect(bytes('piano-out').length).toBeLessThan(80)
  // The returning probe reveals the loop and is not forwarded.
  expect(bytes('piano-out').filter(([, note]) => note === 0)).toHaveLength(1)
  expect([input.soundingNotes('piano-in'), notices.length]).toEqual([0, 1])
  expect(notices[0]).toMatchObject({ code: 'thru_loop', values: { name: 'Stage Piano In' }, stays: true })
  notices[0]?.action?.run()
  expect(thru.getState().on).toBe(true)
})

it('an echoed panic is not forwarded, and thru resumes after half a second', async () => {
  const { midi, run, clock, bytes } = await ready()
  await run('panic')
  const panic = bytes()
  for (const message of panic) midi.play('gk3', message)
  await clock.advance(400)
  for (const message of panic) midi.play('gk3', message)
  expect(bytes()).toEqual(panic)
  await clock.advance(101)
  midi.play('gk3', [0x90, 60, 100])
  expect(bytes()).toEqual([...panic, [0x90, 60, 100]])
})
