import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import '../../../../src/plugins/audio-in/ui/audio-input-drawer.js'
import { renderScreen } from '../../../support/render-screen.js'
import { type AudioSetting, INTERFACE, makeAudio } from '../make-audio.js'

async function show(setting: AudioSetting = {}) {
  const made = await makeAudio(setting)
  renderScreen(made.kernel, 'audio-in', 'AudioInputDrawer')
  const listens = await screen.findByRole('switch', { name: /^Listen to my guitar/ })
  return { ...made, listens: listens as HTMLInputElement, user: userEvent.setup() }
}

it('the panel explains why it needs the microphone before it is opened', async () => {
  const { listens, opened } = await show()
  expect([listens.checked, opened.length]).toEqual([false, 0])
  expect(screen.getByText(/to hear the notes you play\. The sound never leaves this device\./)).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

it('the panel shows the level, and chooses the input and its channel', async () => {
  const { listens, user, report, settings, until, view } = await show()
  await user.click(listens)
  await until('listening')
  expect(await screen.findByText('Play a string to check the level.')).toBeTruthy()
  act(() => void report({ peak: 0.005, channels: 2 }))
  expect(screen.getByText('Too quiet. Turn up the input or move closer.')).toBeTruthy()
  act(() => void report({ peak: 1, channels: 2 }))
  expect(screen.getByText('Clipping. Turn down the input.')).toBeTruthy()
  await user.click(screen.getByRole('combobox', { name: 'Input channel' }))
  await user.click(await screen.findByRole('option', { name: '2' }))
  expect(settings.getState().channel).toBe(2)
  await user.click(screen.getByRole('combobox', { name: 'Audio input' }))
  await user.click(await screen.findByRole('option', { name: 'USB interface' }))
  await waitFor(() => expect(view().device).toEqual(INTERFACE))
})

it('the panel says why nothing is heard, and listening can be turned on again', async () => {
  const { browser, listens, user } = await show()
  browser.error = new DOMException('', 'NotReadableError')
  await user.click(listens)
  expect(await screen.findByText(/Another app is using the audio input/)).toBeTruthy()
  expect(listens.checked).toBe(false)
  browser.error = undefined
  await user.click(listens)
  expect(await screen.findByText('Play a string to check the level.')).toBeTruthy()
})

it('a chosen input that isn’t connected is shown as such', async () => {
  const { listens, user } = await show({ stored: { device: 'gone' }, facts: { isProcessed: true } })
  await user.click(listens)
  const input = await screen.findByRole('combobox', { name: 'Audio input' })
  expect((input as HTMLInputElement).value).toBe('Not connected')
  expect(screen.getByText('The selected audio input isn’t connected. Using the default one.')).toBeTruthy()
  expect(screen.getByText(/The browser alters the sound of this input/)).toBeTruthy()
})
