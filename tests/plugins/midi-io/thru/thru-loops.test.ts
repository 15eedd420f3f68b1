// MIDI thru over cables that lead what is sent back in: how soon it is cut, and what a panic does there.
import { describe, expect, it, vi } from 'vitest'
import { HandClock } from '../../../../src/core/platform/memory-platform.js'
import { thruSettings } from '../../../../src/plugins/midi-io/settings.js'
import { createThru, thruFilter } from '../../../../src/plugins/midi-io/thru/thru.js'

/** Of the output: messages sound so long after they are passed on. */
const DELAY_MS = 10

interface Cable {
  /** The input that it leads to. */
  readonly to: string
  readonly ms: number
  /** What it carries; all of it unless given. */
  readonly carries?: (bytes: readonly number[]) => boolean
}

function wired(...cables: Cable[]) {
  const clock = new HandClock()
  const sent: (readonly number[])[] = []
  let on = true
  const send = (bytes: readonly number[], due: number) => {
    sent.push(bytes)
    for (const { to, ms, carries } of cables) {
      if (carries?.(bytes) === false) continue
      clock.after(due + DELAY_MS + ms - clock.now(), () => hear(bytes, to))
    }
  }
  const onLoop = vi.fn(() => {
    on = false
  })
  const thru = createThru({
    clock,
    output: { send: (bytes, due = clock.now()) => send(Array.from(bytes), due) },
    passes: thruFilter(thruSettings.defaults),
    listensTo: () => true,
    isTarget: () => false,
    onLoop,
  })
  const hear = (bytes: readonly number[], portId: string) => {
    if (on) thru.take(bytes, portId, clock.now())
  }
  const play = async () => {
    hear([0x90, 60, 100], 'keys')
    await clock.advance(20)
    hear([0x80, 60, 0], 'keys')
  }
  return { clock, sent, send, thru, play, hear, onLoop }
}

const swallowsStrayEnds = (bytes: readonly number[]) => bytes[1] !== 0

describe('MIDI thru in a loop', () => {
  it.each([5, 50, 190])('is cut within a second at %i ms of cable', async ms => {
    const { play, clock, onLoop, sent } = wired({ to: 'guitar', ms })
    await play()
    await clock.advance(5 * (ms + DELAY_MS) + 50)
    expect(onLoop.mock.calls).toEqual([['guitar']])
    expect(sent.length).toBeLessThan(20)
    await clock.advance(1000)
    expect(clock.pending).toBe(0)
  })

  it('is cut by the sheer number where a device swallows the probe', async () => {
    const carries = swallowsStrayEnds
    const { play, clock, onLoop, sent } = wired(
      { to: 'keys', ms: 5, carries },
      { to: 'guitar', ms: 5, carries },
    )
    await play()
    await clock.advance(400)
    expect(onLoop).toHaveBeenCalledOnce()
    expect(sent.length).toBeLessThan(200)
  })

  it('never passes its probe on', async () => {
    const { play, clock, sent } = wired({ to: 'guitar', ms: 60 })
    await play()
    await clock.advance(2000)
    expect(sent.filter(([, note]) => note === 0)).toHaveLength(1)
  })
})
