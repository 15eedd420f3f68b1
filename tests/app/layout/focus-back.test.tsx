import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { makePlugin } from '../../core/kernel/make-plugin.js'
import { openApp } from '../open-app.js'

const neck = makePlugin(
  'neck',
  {
    activateOn: ['route:/fretboard'],
    contributes: {
      routes: [{ path: '/fretboard', title: 'Fretboard', screen: 'Neck', auth: true }],
      commands: [{ id: 'neck.strum', title: 'Strum', keys: ['x'], when: "route == '/songs'" }],
    },
  },
  { screens: { Neck: async () => ({ default: () => <button type="button">Pluck</button> }) } },
)

beforeEach(() => {
  window.scrollTo = vi.fn() as typeof window.scrollTo
})

async function openNeck() {
  const app = await openApp('/fretboard', { plugins: [neck], loggedIn: true })
  const pluck = await app.screen.findByRole('button', { name: 'Pluck' })
  pluck.focus()
  const closed = async () => {
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(app.screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(pluck))
  }
  return { ...app, closed }
}

describe('the focus goes back to where it was', () => {
  it('after the palette that came in place of the list of keys', async () => {
    const { screen, user, closed } = await openNeck()
    // Once it is loaded it comes in the same moment in which the list goes.
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox')
    await closed()
    await user.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await user.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox')
    await waitFor(() => expect(document.activeElement).toBe(field))
    await closed()
  })

  it('after the answer why a command is not offered, each time', async () => {
    const { screen, user, closed } = await openNeck()
    for (const _ of ['the first time', 'once it is loaded']) {
      await user.keyboard('{Control>}k{/Control}')
      await user.type(await screen.findByRole('combobox'), 'why is a{Enter}')
      await user.type(await screen.findByRole('combobox', { name: 'Command' }), 'strum{Enter}')
      const dialog = await screen.findByRole('dialog', { name: 'Strum' })
      await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
      await closed()
    }
  })
})
