// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderScreen } from '../../support/render-screen.js'
import { makeSound, type SoundSetting } from './make-sound.js'

async function show(setting: SoundSetting = {}) {
  const made = await makeSound(setting)
  renderScreen(made.kernel, 'sound', 'SoundDrawer')
  // The screen itself: its loader has a status, too.
  await screen.findByRole('slider')
  return { ...made, user: userEvent.setup() }
}

describe('the drawer Sound', () => {
  it('says that a touch is wanted, and stops saying so after it', async () => {
    const { touch } = await show({ touched: false })
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toContain('only allows sound after a click'),
    )
    touch()
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''))
  })

  it('says so in German', async () => {
    await show({ touched: false, languages: ['de'] })
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('nach einem Klick'))
    expect(screen.getByRole('switch', { name: /^Hören, was ich spiele/ })).toBeDefined()
  })

  it('says which channel is turned down to nothing', async () => {
    const { midi, until } = await show({ stored: { hearInput: true } })
    await until('ready')
    midi.play('guitar', [0xb1, 7, 0])
    midi.play('guitar', [0x91, 60, 90])
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toContain('Channel 2 is turned all the way down'),
    )
  })

  it('chooses the instrument', async () => {
    const { settings, user } = await show()
    await user.click(screen.getByRole('combobox', { name: 'Instrument' }))
    await user.click(await screen.findByRole('option', { name: 'Synthesizer', hidden: true }))
    expect(settings.getState().instrument).toBe('synthesiser')
    expect(screen.getByText('Built-in sound · Synthesizer')).toBeDefined()
  })

  it('moves the volume by keyboard', async () => {
    const { settings, user } = await show()
    screen.getByRole('slider', { name: 'Volume' }).focus()
    await user.keyboard('{ArrowRight}')
    expect(settings.getState().volume).toBeCloseTo(0.71)
  })

  it.each([
    ['Mute', 'muted'],
    ['Also play through the built-in sound', 'besideOutput'],
    ['Hear what I play', 'hearInput'],
  ] as const)('switches “%s” by keyboard', async (name, setting) => {
    const { settings, user } = await show()
    screen.getByRole('switch', { name: new RegExp(`^${name}`) }).focus()
    await user.keyboard(' ')
    expect(settings.getState()[setting]).toBe(true)
  })

  it('offers to become the MIDI output, until it is', async () => {
    const { user, isOutput } = await show({ output: 'synth' })
    expect(screen.getByText('MIDI out: FluidSynth')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Play through the built-in sound' }))
    await waitFor(() => expect(isOutput()).toBe(true))
    expect(await screen.findByText('Built-in sound · Plucked string')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Play through the built-in sound' })).toBeNull()
  })
})
