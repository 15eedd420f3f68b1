import { describe, expect, it, vi } from 'vitest'
import { SETTINGS } from '../../../../src/core/kernel/services/tokens.js'
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

  it('keeps the messages of an input in order, even if the device clock steps back', async () => {
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

  it('ends its open notes when it is turned off, for one input or all inputs', () => {
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

function makeGuard() {
  const clock = new HandClock()
  const onLoop = vi.fn()
  const probes: (readonly number[])[] = []
  const guard = createLoopGuard({ clock, send: bytes => void probes.push(bytes), onLoop })
  /** Sends each of `messages` every `everyMs` for `forMs`; a loop sends only what it was given. */
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

describe('the loop guard', () => {
  it('finds a fast loop through any device, also of controllers and of system-exclusive messages', async () => {
    for (const bytes of [C, [0xb0, 1, 64], [0xf0, 1, 2, 3, 0xf7]]) {
      const { play, onLoop } = makeGuard()
      await play([bytes], { everyMs: 12, forMs: 1000, loop: true })
      expect(onLoop).toHaveBeenCalledOnce()
    }
  })

  it.each([
    ['a roll of one strength on the device that is played to', [C, [0x80, 60, 64]], 60, true],
    ['note repeat in sixty-fourths', [C, [0x80, 60, 64]], 26, false],
    ['a pedal that trembles between two values', midiBytes('b0 4 64, b0 4 65'), 6, true],
  ] as const)('lets %s go on, and tries it only once', async (_, messages, everyMs, same) => {
    const { play, onLoop } = makeGuard()
    await play(messages, { everyMs, forMs: 1000, same })
    expect(await play(messages, { everyMs, forMs: 5000, same })).toBe(0)
    expect(onLoop).not.toHaveBeenCalled()
  })

  it('blocks no message at the pace of human playing', async () => {
    const { play, onLoop } = makeGuard()
    expect(await play([C, E], { everyMs: 125, forMs: 5000, same: true })).toBe(0)
    expect(await play([C, E], { everyMs: 40, forMs: 5000 })).toBe(0)
    expect(onLoop).not.toHaveBeenCalled()
  })

  it('lets a clock of 300 BPM pass, and detects a clock that multiplies', async () => {
    const { play, onLoop } = makeGuard()
    expect(await play([[0xf8]], { everyMs: 60_000 / 300 / 24, forMs: 5000 })).toBe(0)
    expect(onLoop).not.toHaveBeenCalled()
    await play([[0xf8], [0xf8], [0xf8]], { everyMs: 10, forMs: 1100 })
    expect(onLoop).toHaveBeenCalled()
  })

  it('finds a loop that doubles its messages by their number, which no player repeats', async () => {
    const notes = (count: number) => Array.from({ length: count }, (_, index) => [0x90, 40 + index, 100])
    const tenFingers = makeGuard()
    await tenFingers.play(notes(10), { everyMs: 50, forMs: 1000 })
    expect(tenFingers.onLoop).not.toHaveBeenCalled()
    const doubled = makeGuard()
    await doubled.play(notes(60), { everyMs: 50, forMs: 100 })
    expect(doubled.onLoop).toHaveBeenCalled()
  })

  it('sends a probe for a repeated message to detect a loop, and probes less and less often', async () => {
    const { play, probes, guard, clock, onLoop } = makeGuard()
    await play([[0x93, 60, 100]], { everyMs: 200, forMs: 600 })
    expect(probes).toEqual([])
    await play([[0x93, 60, 100]], { everyMs: 200, forMs: 400 })
    expect(probes).toEqual([[0x83, 0, 101]])
    await play([[0x93, 60, 100]], { everyMs: 200, forMs: 60_000 })
    expect(probes.length).toBeLessThan(12)
    await clock.advance(8000)
    // No probe was sent recently, so the player sent this message.
    expect(guard.isProbe([0x83, 0, 101], 'in')).toBe(false)
    expect(onLoop).not.toHaveBeenCalled()
  })

  it.each([
    ['unchanged', [0x83, 0, 101]],
    ['with the default velocity', [0x83, 0, 64]],
    ['as a note-on with velocity 0', [0x93, 0, 0]],
  ])('recognizes its probe %s', async (_, back) => {
    const { play, guard, onLoop } = makeGuard()
    await play([[0x93, 60, 100]], { everyMs: 200, forMs: 800 })
    expect(guard.isProbe([0x83, 1, 101], 'other')).toBe(false)
    expect([guard.isProbe([0x80, 0, 101], 'other'), guard.isProbe(back, 'other')]).toEqual([false, true])
    expect(onLoop.mock.calls).toEqual([['other']])
  })
})

const PIANO = { id: 'piano-in', name: 'Stage Piano In', manufacturer: 'Kawai' }
const PIANO_OUT = { id: 'piano-out', name: 'Stage Piano Out', manufacturer: 'Kawai' }

async function ready(stored: Record<string, string> = THRU) {
  const made = await makeKernel({ inputs: [GK3, PIANO], outputs: [SYNTH, PIANO_OUT], stored })
  return { ...made, thru: made.kernel.get(SETTINGS).store(thruSettings) }
}

describe('MIDI thru in the plugin', () => {
  it('is switched by a command, kept under the tenant’s key, and ends what sounds when it is switched off', async () => {
    const { midi, run, bytes, thru, platform } = await ready(TO_SYNTH)
    await run('toggle-thru')
    expect(JSON.parse(platform.storage.get('fretworkMidiThru') ?? '{}')).toMatchObject({ on: true })
    midi.play('gk3', [0x90, 60, 100])
    await run('toggle-thru')
    expect(thru.getState().on).toBe(false)
    midi.play('gk3', [0x90, 64, 100])
    expect(bytes()).toEqual(midiBytes('90 60 100, 80 60 64'))
  })

  it('ends what sounds when its filter changes, and goes by the new one', async () => {
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

  it('forwards the clock only if real-time messages are on, and never logs it', async () => {
    const { midi, thru, bytes, log } = await ready()
    midi.play('gk3', [0xf8])
    thru.change({ realtime: true })
    midi.play('gk3', [0xf8])
    midi.play('gk3', [0xfe])
    expect(bytes()).toEqual([[0xf8]])
    expect(log.snapshot().events).toEqual([])
  })

  it('switches itself off when the device sends back what it gets, says so once, and can be switched on again', async () => {
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
    // The probe that has found the loop comes back, and goes no further.
    expect(bytes('piano-out').filter(([, note]) => note === 0)).toHaveLength(1)
    expect([input.soundingNotes('piano-in'), notices.length]).toEqual([0, 1])
    expect(notices[0]).toMatchObject({ code: 'thru_loop', values: { name: 'Stage Piano In' }, stays: true })
    notices[0]?.action?.run()
    expect(thru.getState().on).toBe(true)
  })

  it('does not pass on a panic that comes back, and goes on half a second later', async () => {
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
})
