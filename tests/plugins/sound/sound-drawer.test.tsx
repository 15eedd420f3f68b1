import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SHOW_DRAWER } from '../../../src/core/events/app-events.js'
import { renderScreen } from '../../support/render-screen.js'
import { makeSound, type SoundSetting } from './make-sound.js'

async function show(setting: SoundSetting = {}) {
  const made = await makeSound(setting)
  renderScreen(made.kernel, 'sound', 'SoundDrawer')
  // The screen’s loading indicator also has the role `status`.
  await screen.findByRole('slider')
  return { ...made, user: userEvent.setup() }
}

describe('Sound panel', () => {
  it('the panel asks for a click until the browser allows audio', async () => {
    const { touch } = await show({ touched: false })
    const wanted = await screen.findByText(/only allows sound after a click/)
    touch()
    await waitFor(() => expect(wanted.textContent).toBe(''))
  })

  it('each sound setting has a keyboard-operable switch', async () => {
    const { settings, user } = await show()
    for (const name of [/^Mute/, /^Also play through the built-in sound/, /^Hear what I play/]) {
      screen.getByRole('switch', { name }).focus()
      await user.keyboard(' ')
    }
    expect(settings.getState()).toMatchObject({ muted: true, besideOutput: true, hearInput: true })
  })

  it('the panel offers the built-in sound as MIDI output until it is selected', async () => {
    const { user, isOutput } = await show({ output: 'synth' })
    expect(screen.getByText('MIDI out: FluidSynth')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Play through the built-in sound' }))
    await waitFor(() => expect(isOutput()).toBe(true))
    expect(await screen.findByText('Built-in sound · Steel-string guitar')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Play through the built-in sound' })).toBeNull()
  })
})

describe('rooms, devices and own instruments in the Sound panel', () => {
  it('the panel sets the reverb and shows the latency and the loading progress', async () => {
    const { settings, user, reports, until } = await show({ output: '' })
    await until('ready')
    await user.click(screen.getByRole('combobox', { name: 'Reverb' }))
    await user.click(await screen.findByRole('option', { name: 'Concert hall' }))
    expect(settings.getState().room).toBe('hall')
    expect(await screen.findByText('20 ms', {}, { timeout: 3000 })).toBeDefined()
    act(() => reports()?.onLoading({ left: 1, of: 4, missing: [] }))
    expect(screen.getByText('Loading instruments… 3/4')).toBeDefined()
  })

  it('the panel offers the user’s own instruments only with the add-on', async () => {
    await show()
    expect(await screen.findByText('“My instruments” requires the add-on “Sampler”.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Add sample folder' })).toBeNull()
  })
})

async function showVolume(setting: SoundSetting = { output: '' }) {
  const made = await makeSound(setting)
  made.kernel.commands.setContext('route', '/fretboard')
  const shown: string[] = []
  made.kernel.events.on(SHOW_DRAWER, ({ drawer }) => shown.push(drawer))
  renderScreen(made.kernel, 'sound', 'VolumeControl')
  return { ...made, shown, user: userEvent.setup() }
}

describe('transport volume control', () => {
  afterEach(() => vi.restoreAllMocks())

  it('moving the slider unmutes the sound', async () => {
    const { settings, user } = await showVolume()
    const mute = await screen.findByRole('button', { name: 'Mute' })
    await user.click(mute)
    expect(mute.getAttribute('aria-pressed')).toBe('true')
    expect(settings.getState()).toMatchObject({ muted: true, volume: 0.7 })
    const slider = screen.getByRole('slider', { name: 'Volume' })
    expect(slider.getAttribute('aria-valuetext')).toBe('0 % · −∞ dB')
    slider.focus()
    await user.keyboard('{End}')
    expect(settings.getState()).toMatchObject({ muted: false, volume: 1 })
  })

  it.each([
    [{ output: 'gone' }, 'No output'],
    [{ output: 'synth', stored: { besideOutput: true } }, 'MIDI out: FluidSynth · Built-in sound'],
    [{ output: '', stored: { muted: true } }, 'Built-in sound · Muted'],
  ] as const)('with %j the volume control shows “%s” and opens the Sound panel', async (setting, words) => {
    const { user, shown } = await showVolume(setting)
    await user.click(await screen.findByRole('button', { name: words }))
    expect(shown).toEqual(['sound.sound'])
  })

  it('the volume control is a single button on narrow screens', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(media =>
      Object.assign(new EventTarget() as MediaQueryList, { media, matches: media.includes('75em') }),
    )
    const { settings, user } = await showVolume()
    const button = await screen.findByRole('button', { name: 'Volume: 70 %' })
    expect(screen.queryByRole('slider')).toBeNull()
    await user.click(button)
    const box = within(await screen.findByRole('dialog'))
    expect(box.getByText('Built-in sound · Steel-string guitar')).toBeDefined()
    expect(box.getByRole('slider', { name: 'Volume' })).toBeDefined()
    await user.click(box.getByRole('switch', { name: 'Mute' }))
    await waitFor(() => expect(settings.getState().muted).toBe(true))
  })
})
