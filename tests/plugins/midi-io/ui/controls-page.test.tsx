// MIDI mappings page and MIDI Learn dialog.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Binding } from '../../../../src/plugins/midi-io/settings.js'
// Preloads the screen, so that no test has to wait for it.
import '../../../../src/plugins/midi-io/ui/controls-page.js'
import { renderScreen } from '../../../support/render-screen.js'
import { KEYS, learnKernel, NEXT_PAGE, PEDAL } from '../learn/learn-kernel.js'

const DOWN = [0xb0, 64, 127]
const LATER: Binding = { ...NEXT_PAGE, number: 65, command: 'test.tempo', args: { tempo: 90 } }

async function show(setting: Parameters<typeof learnKernel>[0] = {}) {
  const made = await learnKernel(setting)
  renderScreen(made.kernel, 'midi-io', 'ControlsPage')
  await screen.findByRole('heading', { level: 1 })
  const play = (portId: string, ...messages: readonly (readonly number[])[]) =>
    act(() => made.play(portId, ...messages))
  return { ...made, play, user: userEvent.setup() }
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const dialog = () => screen.findByRole('dialog')

async function choose(user: ReturnType<typeof userEvent.setup>, field: string, option: string | RegExp) {
  await user.click(screen.getByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}

it('the page lists each mapped control with its command and arguments, or an empty state', async () => {
  const { learn } = await show()
  expect(screen.getByText('No MIDI mappings yet.')).toBeTruthy()
  act(() => {
    learn.bind(LATER)
    learn.bind({ ...NEXT_PAGE, port: undefined, number: 7, command: 'test.tempo', follows: 'tempo' })
    learn.bind({ ...NEXT_PAGE, kind: 'note', number: 36, command: 'gone.away', keeps: true })
  })
  const texts = screen.getAllByRole('row').map(each => each.textContent)
  expect(texts[1]).toContain('CC 65 (Portamento On/Off), channel 1')
  expect(texts[1]).toContain('FCB1010')
  expect(texts[1]).toContain('Set the tempoTempo: 90')
  expect(texts[2]).toContain('Any input')
  expect(texts[2]).toContain('Tempo follows the control')
  expect(texts[3]).toContain('Note C2, channel 1')
  expect(texts[3]).toContain('Use only for this command')
  expect(texts[3]).toContain('This command is currently unavailable.')
})

it('the dialog shows a control’s current command and replaces its mapping on request', async () => {
  const { user, play, kept } = await show({ bindings: [NEXT_PAGE] })
  await user.click(button('Add mapping'))
  const shown = within(await dialog())
  await choose(user, 'Command', 'Loop')
  await play(KEYS.id, DOWN)
  expect(shown.queryByRole('button', { name: 'Replace' })).toBeNull()
  await user.click(shown.getByText('Any input'))
  expect(
    shown.getByText('CC 64 (Sustain Pedal), channel 1 is already mapped to “Next page”. Replace it?'),
  ).toBeTruthy()
  await user.click(shown.getByRole('button', { name: 'Replace' }))
  await waitFor(() => expect(kept()).toHaveLength(1))
  expect(kept()[0]).toMatchObject({ command: 'test.loop' })
  expect(kept()[0].port).toBeUndefined()
})

it('a number follows a controller, or is entered as a fixed value for a trigger', async () => {
  const { user, play, kept } = await show()
  await user.click(button('Add mapping'))
  const shown = within(await dialog())
  await choose(user, 'Command', 'Set the tempo')
  expect(shown.getByRole('textbox', { name: 'Tempo' })).toBeTruthy()
  await play(PEDAL.id, [0xb0, 7, 100])
  expect(shown.queryByRole('textbox', { name: 'Tempo' })).toBeNull()
  expect(shown.getByRole('button', { name: 'Map' })).toHaveProperty('disabled', false)
  await choose(user, 'Mode', /Trigger/)
  expect(shown.getByRole('button', { name: 'Map' })).toHaveProperty('disabled', true)
  await user.type(shown.getByRole('textbox', { name: 'Tempo' }), '900')
  await user.tab()
  expect(await shown.findByText('Enter a whole number from 20 to 147.')).toBeTruthy()
  await user.clear(shown.getByRole('textbox', { name: 'Tempo' }))
  await user.type(shown.getByRole('textbox', { name: 'Tempo' }), '90')
  await user.click(shown.getByRole('button', { name: 'Map' }))
  await waitFor(() => expect(kept()).toHaveLength(1))
  expect(kept()[0]).toMatchObject({ number: 7, args: { tempo: 90 } })
  expect(kept()[0].follows).toBeUndefined()
})
