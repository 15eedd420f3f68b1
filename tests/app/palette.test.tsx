import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { later } from '../support/later.js'
import {
  active,
  done,
  field,
  forgetPalette,
  layOutList,
  openPalette,
  options,
  providers,
} from './open-palette.js'

beforeEach(layOutList)
afterEach(forgetPalette)

describe('the palette', () => {
  it('is a combobox that keeps the focus, with a list of which each row says its place, and how many there are', async () => {
    const { user } = await openPalette()
    const list = screen.getByRole('listbox', { name: 'Search commands' })
    expect(field().getAttribute('aria-controls')).toBe(list.id)
    expect(field().getAttribute('aria-expanded')).toBe('true')
    expect(field().getAttribute('aria-autocomplete')).toBe('list')
    const rows = within(list).getAllByRole('option')
    expect(rows.map(row => row.getAttribute('aria-posinset')).slice(0, 3)).toEqual(['1', '2', '3'])
    expect(rows[0]?.getAttribute('aria-setsize')).toBe(rows.at(-1)?.getAttribute('aria-setsize'))
    expect(field().getAttribute('aria-activedescendant')).toBe(rows[0]?.id)
    await user.keyboard('{ArrowDown}')
    expect(field().getAttribute('aria-activedescendant')).toBe(rows[1]?.id)
    expect(rows.map(row => row.getAttribute('aria-selected')).slice(0, 2)).toEqual(['false', 'true'])
    for (const shift of [false, true]) {
      await user.tab({ shift })
      expect(document.activeElement).toBe(field())
    }
    await user.click(screen.getByText('Fretwork', { selector: '[data-index][role=presentation]' }))
    expect(document.activeElement).toBe(field())
    await user.type(field(), 'light up')
    expect(await screen.findByText('One result')).toBeTruthy()
    await user.clear(field())
    await user.type(field(), 'xyzzy')
    expect(await screen.findByText('No matching commands.')).toBeTruthy()
    expect(field().getAttribute('aria-expanded')).toBe('false')
    expect(field().hasAttribute('aria-activedescendant')).toBe(false)
    await user.clear(field())
    await waitFor(() => expect(field().getAttribute('aria-expanded')).toBe('true'))
    expect(document.getElementById(field().getAttribute('aria-activedescendant') ?? '')).toBeTruthy()
  })

  it('asks for arguments step by step, and goes back on Backspace', async () => {
    const { user } = await openPalette()
    await user.type(field(), 'choose scale{Enter}')
    await waitFor(() => expect(field().getAttribute('aria-label')).toBe('Tonic'))
    await user.type(field(), 'd')
    // Backspace that is held empties the field, and leaves the step at the next press.
    await user.keyboard('{Backspace>5/}')
    expect([field().getAttribute('value'), field().getAttribute('aria-label')]).toEqual(['', 'Tonic'])
    await user.keyboard('{Backspace}')
    await waitFor(() => expect(field().getAttribute('aria-label')).toBe('Search commands'))
    await user.type(field(), 'choose scale{Enter}')
    await waitFor(() => expect(options()).toEqual(['TonicC', 'TonicD']))
    await user.type(field(), 'd{Enter}')
    await waitFor(() => expect(options()).toEqual(['ScaleMajor', 'ScaleDorian']))
    await user.type(field(), 'nothing')
    expect(await screen.findByText(/No matches for “nothing”/)).toBeTruthy()
    await user.clear(field())
    await user.type(field(), 'dor{Enter}')
    await waitFor(() => expect(done).toEqual([{ tonic: 'D', scale: 'Dorian' }]))
  })

  it('begins with what a command needs whose key was pressed, and with everything the next time', async () => {
    const { user, kernel } = await openPalette()
    const tempo = kernel.commands.find('neck.tempo')
    const capoKey = { id: 'test.tempo', title: 'Tempo by key', keys: ['$mod+y'], args: tempo?.args }
    kernel.commands.register(capoKey, 'neck', given => void done.push(given))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    await user.keyboard('{Control>}y{/Control}')
    await waitFor(() => expect(field().getAttribute('aria-label')).toBe('tempo'))
    await user.type(field(), '90{Enter}')
    await waitFor(() => expect(done).toEqual([{ tempo: 90 }]))
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    await user.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(field().getAttribute('aria-label')).toBe('Search commands'))
  })

  it('shows which plan a command needs, and says where to get it instead of asking for more', async () => {
    const { user } = await openPalette()
    await user.type(field(), 'record to')
    await waitFor(() => expect(options()).toEqual(['FretboardRecord to a filePro']))
    await user.keyboard('{Enter}')
    expect(await screen.findByText('“Record to a file” is part of Pro.')).toBeTruthy()
    expect(screen.getByText('See the plans')).toBeTruthy()
    expect(done).toEqual([])
  })

  it('says why a value does not fit, until it does', async () => {
    const { user } = await openPalette()
    await user.type(field(), 'tempo{Enter}')
    expect(await screen.findByText(/Enter a valid value/)).toBeTruthy()
    await user.type(field(), '7')
    expect(await screen.findByText('Enter a whole number from 20 to 300.')).toBeTruthy()
    expect(field().getAttribute('aria-invalid')).toBe('true')
    await user.type(field(), '2')
    await waitFor(() => expect(options()).toEqual(['Tempo72']))
    expect(field().hasAttribute('aria-invalid')).toBe(false)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(done).toEqual([{ tempo: 72 }]))
  })

  it('appends what plugins find, and says where one is still searching or cannot', async () => {
    const { promise, answer } = later<string>()
    const songs = async (query: string) => {
      const title = await promise
      return [{ id: title, title: `${title} ${query}`, run: () => void done.push(title) }]
    }
    const people = () => {
      throw new Error('No people.')
    }
    providers.push(
      { id: 'songs', title: 'Songs', search: songs },
      { id: 'chords', title: 'Chords', accepts: query => query === 'am7', search: () => [] },
      { id: 'people', title: 'People', search: people },
    )
    const { user, platform } = await openPalette()
    await user.type(field(), 'light up')
    expect(await screen.findByText('Songs: searching …')).toBeTruthy()
    expect(screen.queryByText('Chords: searching …')).toBeNull()
    await act(() => platform.clock.advance(150))
    expect(await screen.findByText('People: search is unavailable')).toBeTruthy()
    await act(async () => answer('Prelude'))
    await waitFor(() => expect(options().at(-1)).toBe('SongsPrelude light up'))
    expect(options()[0]).toMatch(/Light up/)
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(done).toEqual(['Prelude']))
  })

  it('shows what runs with how far it is; Enter alone passes it over, Delete cancels it', async () => {
    const { user, kernel } = await openPalette()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    await user.keyboard('i')
    await waitFor(() => expect(kernel.commands.running.getState()[0]?.fraction).toBe(0.4))
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox')
    expect(options()[0]).toContain('Import songs')
    expect(options()[0]).toContain('40 %')
    await waitFor(() => expect(active()?.textContent).not.toContain('40 %'))
    await user.keyboard('{ArrowUp}')
    expect(active()?.textContent).toContain('40 %')
    await user.keyboard('{Delete}')
    await waitFor(() => expect(kernel.commands.running.getState()).toEqual([]))
    expect(await screen.findByText('Finished')).toBeTruthy()
  })

  it('explains why a command is not offered', async () => {
    const { user } = await openPalette()
    await user.type(field(), 'why is a{Enter}')
    await waitFor(() => expect(field().getAttribute('aria-label')).toBe('Command'))
    await user.type(field(), 'secret')
    await waitFor(() => expect(options()).toEqual(['CommandSecret']))
    await user.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Secret' })
    expect(within(dialog).getByText('This command is not available here.')).toBeTruthy()
    expect(within(dialog).getByText("route == '/songs'")).toBeTruthy()
    expect(within(dialog).getByText('Now: route = "/fretboard"')).toBeTruthy()
    expect(within(dialog).getByText(/hidden from the palette/)).toBeTruthy()
  })

  it('chooses and runs what is clicked, and marks what the pointer moves over', async () => {
    const { user } = await openPalette()
    const [first, , third] = screen.getAllByRole('option') as HTMLElement[]
    if (!first || !third) throw new Error('The list is too short.')
    // Without having moved, the pointer is where the palette has opened or scrolled.
    fireEvent.pointerMove(third, { movementX: 0, movementY: 0 })
    expect(active()).toBe(first)
    fireEvent.pointerMove(third, { movementX: 0, movementY: 2 })
    expect(active()).toBe(third)
    await user.click(screen.getByRole('option', { name: /Light up/ }))
    await waitFor(() => expect(done).toEqual(['light']))
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  })
})
