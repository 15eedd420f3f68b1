// When a session ends, MIDI is silenced and the log is cleared for the next user.
import { describe, expect, it } from 'vitest'
import { COMPUTER_KEYBOARD } from '../../../src/plugins/midi-io/input/computer-keyboard.js'
import { MIDI_PANIC } from '../../../src/plugins/midi-io/tokens.js'
import { logInElsewhere } from '../../core/auth/session.js'
import { fakeTransport, problem } from '../../core/http/fake-transport.js'
import { midiBytes } from '../../support/midi-bytes.js'
import { makeKernel, THRU } from './support/make-kernel.js'

async function ready() {
  const { transport } = fakeTransport(() => problem(401, 'refresh_invalid'))
  const made = await makeKernel({ stored: THRU, transport })
  const { kernel, platform } = made
  /** Simulates a session change in another tab, which writes the cookie. */
  const elsewhere = (user?: string) => {
    if (user !== undefined) return logInElsewhere(platform, user)
    platform.cookies.remove('fretwork')
    platform.storage.change('fretworkSession', 'none')
  }
  elsewhere('ada')
  expect(kernel.auth.state.getState().user?.id).toBe('ada')
  return { ...made, elsewhere }
}
type Ready = Awaited<ReturnType<typeof ready>>

const ENDS: readonly [string, (made: Ready) => unknown][] = [
  ['by a logout', ({ kernel }) => kernel.auth.logout()],
  ['by a logout in another tab', ({ elsewhere }) => elsewhere()],
  ['because another user logs in in another tab', ({ elsewhere }) => elsewhere('bert')],
  ['refused by the server', ({ kernel }) => kernel.auth.renewAfterRefusal()],
]

describe.each(ENDS)('MIDI at the end of a session (%s)', (_, end) => {
  it('all notes, pedals and bends end, and the computer keyboard is turned off', async () => {
    const made = await ready()
    const { midi, bytes, input, kernel } = made
    const panics: unknown[] = []
    kernel.events.on(MIDI_PANIC, () => panics.push('panic'))
    midi.play('gk3', [0x90, 60, 100])
    midi.play('gk3', [0xb0, 64, 127])
    midi.play('gk3', [0xe0, 0, 100])
    const keyboard = kernel.get(COMPUTER_KEYBOARD)
    keyboard.toggle()
    await end(made)
    expect(keyboard.enabled.getState()).toBe(false)
    expect(bytes().slice(3)).toEqual(midiBytes('80 60 64, b0 64 0, e0 0 64'))
    expect([input.soundingNotes(), panics.length]).toEqual([0, 1])
  })

  it('the next user starts with an empty log that cannot be restored', async () => {
    const made = await ready()
    const { midi, log, run, notices, clock } = made
    midi.play('gk3', [0xb0, 7, 99])
    await run('clear-log')
    midi.play('gk3', [0x90, 60, 100])
    log.setPaused(true)
    await end(made)
    for (const { action } of notices) action?.run()
    await clock.advance(2000)
    expect(log.view.getState()).toEqual({ events: [], paused: false, total: 0 })
    expect(log.snapshot()).toEqual({ events: [], state: { held: [], controllers: [], bends: [] } })
  })
})

it('logging out stops MIDI input, logging and output', async () => {
  const { elsewhere, heard, midi, bytes, input, output, log, clock } = await ready()
  elsewhere()
  midi.play('gk3', [0x90, 61, 100])
  expect(input.receive([0x90, 62, 100], { portId: 'bridge' })).toBeUndefined()
  output.noteOn(63)
  output.playNote(64, { duration: 500 })
  await clock.advance(2000)
  expect(heard).toEqual([])
  expect(bytes()).toEqual([])
  expect(log.snapshot().events).toEqual([])
  elsewhere('bert')
  midi.play('gk3', [0x90, 65, 100])
  expect([bytes(), heard.length]).toEqual([[[0x90, 65, 100]], 1])
})

it('renewing a session token does not end notes', async () => {
  const { elsewhere, midi, bytes, log } = await ready()
  midi.play('gk3', [0x90, 60, 100])
  elsewhere('ada')
  expect(bytes()).toEqual([[0x90, 60, 100]])
  expect(log.snapshot().events).toHaveLength(1)
})
