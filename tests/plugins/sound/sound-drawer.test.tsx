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

  it('has a switch for each of its settings, also by keyboard', async () => {
    const { settings, user } = await show()
    for (const name of [/^Mute/, /^Also play through the built-in sound/, /^Hear what I play/]) {
      screen.getByRole('switch', { name }).focus()
      await user.keyboard(' ')
    }
    expect(settings.getState()).toMatchObject({ muted: true, besideOutput: true, hearInput: true })
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
