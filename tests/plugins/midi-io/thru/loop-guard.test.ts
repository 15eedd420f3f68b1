import { describe, expect, it, vi } from 'vitest'
import { HandClock } from '../../../../src/core/platform/memory-platform.js'
import { createLoopGuard } from '../../../../src/plugins/midi-io/thru/loop-guard.js'
import { midiBytes } from '../../../support/midi-bytes.js'

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

  it('finds the loop while several messages go round', async () => {
    const { play, onLoop } = makeGuard()
    await play([C, E, [0xe0, 0, 80], [0x80, 60, 64]], { everyMs: 15, forMs: 500, loop: true })
    expect(onLoop).toHaveBeenCalledOnce()
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

  it('holds nothing back of what is played as people play', async () => {
    const { play, onLoop } = makeGuard()
    expect(await play([C, E], { everyMs: 125, forMs: 5000, same: true })).toBe(0)
    expect(await play([C, E], { everyMs: 40, forMs: 5000 })).toBe(0)
    expect(onLoop).not.toHaveBeenCalled()
  })

  it('lets a clock of 300 beats a minute pass, and finds one that multiplies', async () => {
    const { play, onLoop } = makeGuard()
    expect(await play([[0xf8]], { everyMs: 60_000 / 300 / 24, forMs: 5000 })).toBe(0)
    expect(onLoop).not.toHaveBeenCalled()
    await play([[0xf8], [0xf8], [0xf8]], { everyMs: 10, forMs: 1100 })
    expect(onLoop).toHaveBeenCalled()
  })

  it('asks with a probe whether a message that comes again comes by a loop, and less and less often', async () => {
    const { play, probes, guard, clock, onLoop } = makeGuard()
    await play([[0x93, 60, 100]], { everyMs: 200, forMs: 600 })
    expect(probes).toEqual([])
    await play([[0x93, 60, 100]], { everyMs: 200, forMs: 400 })
    expect(probes).toEqual([[0x83, 0, 101]])
    await play([[0x93, 60, 100]], { everyMs: 200, forMs: 60_000 })
    expect(probes.length).toBeLessThan(12)
    await clock.advance(8000)
    // Nothing was asked lately: this is the player's own.
    expect(guard.isProbe([0x83, 0, 101], 'in')).toBe(false)
    expect(onLoop).not.toHaveBeenCalled()
  })

  it.each([
    ['as it was sent', [0x83, 0, 101]],
    ['without its strength', [0x83, 0, 64]],
    ['as a note-on of no strength', [0x93, 0, 0]],
  ])('knows its probe %s', async (_, back) => {
    const { play, guard, onLoop } = makeGuard()
    await play([[0x93, 60, 100]], { everyMs: 200, forMs: 800 })
    expect(guard.isProbe([0x83, 1, 101], 'other')).toBe(false)
    expect(guard.isProbe([0x80, 0, 101], 'other')).toBe(false)
    expect(guard.isProbe(back, 'other')).toBe(true)
    expect(onLoop.mock.calls).toEqual([['other']])
  })
})
