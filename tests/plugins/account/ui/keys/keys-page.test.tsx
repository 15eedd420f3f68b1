// Keyboard shortcuts page.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { keySettings } from '../../../../../src/core/settings/core-settings.js'
import account from '../../../../../src/plugins/account/index.js'
// Preloads the screen so that no test waits for it.
import '../../../../../src/plugins/account/ui/keys/keys-page.js'
import { openKernel } from '../../../../support/open-kernel.js'
import { renderAccount } from '../../account-screen.js'

async function showKeys(keys: Record<string, string[]> = {}) {
  const stored = { fretworkKeys: JSON.stringify({ version: '1', keys }) }
  const { kernel, notices } = await openKernel({ plugins: [account], stored, loggedIn: false })
  const add = (id: string, title: string, keys: string[], when?: string) =>
    kernel.commands.register({ id, title, keys, when, section: 'Music' }, 'test', () => 1)
  add('mute', 'Mute', ['m'])
  add('songs', 'Open songs', ['g s'])
  add('scale', 'Scale', ['x'], "route == '/fretboard'")
  renderAccount(kernel, 'KeysPage')
  await screen.findByRole('heading', { name: 'Keyboard shortcuts' })
  const kept = () => JSON.parse(kernel.platform.storage.get('fretworkKeys') ?? '{}').keys
  return { kernel, notices, kept, user: userEvent.setup() }
}

const row = (title: string) => screen.getByText(title, { selector: 'th' }).closest('tr') as HTMLElement
const keysOf = (title: string) =>
  within(row(title))
    .queryAllByText(/./, { selector: 'kbd' })
    .map(key => key.textContent)
const change = (title: string) => within(row(title)).getByLabelText(`Change shortcut: ${title}`)
const button = (name: string) => screen.getByText(name, { selector: 'button *' })
const recorder = () => screen.findByText('Press keys…')

describe('keyboard shortcuts page', () => {
  it('the shortcuts page lists every command with its keys and origin, even if unavailable', async () => {
    await showKeys({ mute: ['z'] })
    expect(keysOf('Mute')).toEqual(['Z'])
    expect(keysOf('Open songs')).toEqual(['G', 'S'])
    expect(keysOf('Scale')).toEqual(['X'])
    expect(within(row('Mute')).getByText('Custom')).toBeTruthy()
    expect(within(row('Scale')).getByText('Default')).toBeTruthy()
    expect(row('Log out')).toBeTruthy()
  })

  it.each([
    [
      'recording takes a sequence, removes strokes with Backspace and saves on Enter',
      'Change',
      'yz{Backspace}w{Enter}',
      ['y w'],
    ],
    [
      'the Add button adds one more shortcut',
      'Add',
      '{Control>}{Shift>}u{/Shift}{/Control}{Enter}',
      ['m', '$mod+shift+u'],
    ],
    ['Escape changes nothing', 'Change', 'u{Escape}', undefined],
  ])('%s', async (_what, name, keys, mute) => {
    const { kept, user } = await showKeys()
    const opener = screen.getByLabelText(`${name} shortcut: Mute`)
    await user.click(opener)
    await recorder()
    await user.keyboard(keys)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(opener))
    expect(kept()).toEqual(mute ? { mute } : {})
  })

  it('the shortcuts page shows which command already has the key, and can replace its shortcut', async () => {
    const { kept, user } = await showKeys()
    await user.click(change('Open songs'))
    await recorder()
    await user.keyboard('m')
    expect(screen.getByText('“Mute” already uses this key here.')).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(kept()).toEqual({})
    expect(screen.queryByText('Keep both')).toBeNull()
    await user.click(button('Replace'))
    expect([keysOf('Open songs'), keysOf('Mute')]).toEqual([['M'], []])
  })
})

it('undoing a shortcut reset leaves a reassigned key with its new command', async () => {
  const { kernel, notices, user } = await showKeys({ mute: ['z'], songs: ['h'] })
  const store = kernel.settings.store(keySettings)
  await user.click(button('Reset all'))
  act(() => store.change({ keys: { mute: ['h'] } }))
  act(() => notices.at(-1)?.action?.run())
  // If two commands share a key, the later one runs.
  expect(Object.entries(store.getState().keys)).toEqual([
    ['songs', ['h']],
    ['mute', ['h']],
  ])
  await user.click(screen.getByLabelText('Reset shortcut: Mute'))
  act(() => store.change({ keys: { songs: ['h'], mute: ['m'] } }))
  act(() => notices.at(-1)?.action?.run())
  expect(Object.entries(store.getState().keys)).toEqual([
    ['songs', ['h']],
    ['mute', ['m']],
  ])
})
