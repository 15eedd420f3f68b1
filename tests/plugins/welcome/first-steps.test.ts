import { describe, expect, it } from 'vitest'
import { PALETTE } from '../../../src/core/events/app-events.js'
import { expectNoLeaks } from '../../../src/core/testing/test-kernel.js'
import { KEYBOARD_PORT, MIDI_INPUT } from '../../../src/plugins/midi-io/tokens.js'
import { SONG_SESSION } from '../../../src/plugins/player/tokens.js'
import { welcomeKernel } from './welcome-kernel.js'

async function setUp(stored?: Record<string, string>) {
  const context = await welcomeKernel(stored)
  const { kernel } = context
  return {
    ...context,
    run: (command: string, args?: object) => kernel.commands.execute(command, args),
    press: (portId: string) => kernel.get(MIDI_INPUT).receive([0x90, 64, 100], { portId }),
    openPalette: () => kernel.events.emit(PALETTE, { open: 'toggle' }),
  }
}

describe('the first steps', () => {
  it('are done one by one, by doing them', async () => {
    const { steps, run, press, openPalette } = await setUp()
    expect(steps.now()).toBe('song')
    await run('library.play-song', { song: 'greensleeves' })
    expect(steps.now()).toBe('notes')
    press(KEYBOARD_PORT)
    expect(steps.now()).toBe('palette')
    openPalette()
    expect(steps.now()).toBeUndefined()
  })

  it('count only while they are the present one', async () => {
    const { steps, press, openPalette } = await setUp()
    press(KEYBOARD_PORT)
    openPalette()
    expect(steps.now()).toBe('song')
  })

  it('take no notes of the song for the user’s, but those of a device while it plays', async () => {
    const { kernel, clock, steps, run, press } = await setUp()
    await run('library.play-song', { song: 'greensleeves' })
    await clock.advance(2000)
    expect(kernel.get(SONG_SESSION).view.getState().playing).toBe(true)
    expect(steps.now()).toBe('notes')
    press('piano')
    expect(steps.now()).toBe('palette')
  })

  it('can be skipped, are remembered as done, and start over on request', async () => {
    const { platform, steps, run } = await setUp()
    steps.skip()
    expect(steps.now()).toBeUndefined()
    expect(JSON.parse(platform.storage.get('fretworkWelcome') ?? '')).toEqual({ version: '1', done: 3 })
    await run('welcome.restart')
    expect(steps.now()).toBe('song')
  })

  it('go on where they were left', async () => {
    const { steps } = await setUp({ fretworkWelcome: '{"version":"1","done":2}' })
    expect(steps.now()).toBe('palette')
  })

  it('leave nothing behind', async () => {
    const { kernel } = await setUp()
    expectNoLeaks(kernel)
  })
})
