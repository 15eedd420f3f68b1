import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { hostCommands } from '../../../../src/app/host-commands.js'
import { PALETTE } from '../../../../src/core/events/app-events.js'
import fretboard from '../../../../src/plugins/fretboard/index.js'
import { fretboardSettings } from '../../../../src/plugins/fretboard/settings.js'
import midiIo from '../../../../src/plugins/midi-io/index.js'
import { KEYBOARD_PORT, MIDI_INPUT } from '../../../../src/plugins/midi-io/tokens.js'
import { openKernel } from '../../../support/open-kernel.js'
import { renderScreen } from '../../../support/render-screen.js'
import { SONG_PLUGINS } from '../../player/songs.js'

async function page(done = 0) {
  const context = await openKernel({
    plugins: [midiIo, fretboard, ...SONG_PLUGINS],
    stored: { fretworkWelcome: JSON.stringify({ version: '1', done }) },
    route: '/fretboard',
    activate: ['midi-io', 'fretboard', 'player', 'library'],
  })
  const { kernel, platform } = context
  hostCommands(kernel)
  renderScreen(kernel, 'fretboard', 'FretboardPage')
  await screen.findByRole('group', { name: 'Guitar neck' })
  const steps = () => screen.queryByRole('region', { name: 'Getting started' })
  const stored = () => JSON.parse(platform.storage.get('fretworkWelcome') ?? '') as unknown
  return { ...context, steps, stored, user: userEvent.setup() }
}

test('a step is completed only while it is shown, and song notes do not complete it', async () => {
  const { kernel, clock, steps, stored } = await page()
  const press = (portId: string) => act(() => kernel.get(MIDI_INPUT).receive([0x90, 64, 100], { portId }))
  press(KEYBOARD_PORT)
  expect(steps()?.dataset.step).toBe('song')
  await act(() => kernel.commands.execute('library.play-song', { song: 'greensleeves' }))
  await act(() => clock.advance(2000))
  expect(steps()?.dataset.step).toBe('notes')
  press('piano')
  expect(steps()?.dataset.step).toBe('palette')
  act(() => kernel.events.emit(PALETTE, { open: 'toggle' }))
  expect([steps(), stored()]).toEqual([null, { version: '1', done: 3 }])
})

test('getting-started tips can be skipped and shown again', async () => {
  const { kernel, steps, stored, user } = await page(2)
  expect(steps()?.dataset.step).toBe('palette')
  await user.click(screen.getByRole('button', { name: 'Skip getting-started tips' }))
  expect([steps(), stored()]).toEqual([null, { version: '1', done: 3 }])
  await act(() => kernel.commands.execute('fretboard.show-first-steps'))
  expect(steps()?.dataset.step).toBe('song')
})

test('tapping a touch screen plays notes, and the getting-started tips offer to turn that back on', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('coarse'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  const { kernel, steps, user } = await page(1)
  expect(steps()?.textContent).toContain('Tap the neck to hear it.')
  await act(() => kernel.commands.execute('fretboard.toggle-select-mode'))
  const { selectMode, selectOnTouch } = kernel.settings.store(fretboardSettings).getState()
  expect([selectMode, selectOnTouch]).toEqual([true, true])
  await user.click(await screen.findByRole('button', { name: 'Turn on tap-to-play' }))
  await waitFor(() => expect(steps()?.textContent).toContain('Tap the neck to hear it.'))
})
