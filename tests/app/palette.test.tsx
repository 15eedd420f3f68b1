import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import type { ArgumentChoice, ChoiceRequest } from '../../src/core/commands/command.js'
import type { ChoiceLister } from '../../src/core/kernel/plugin.js'
import { FretworkError } from '../../src/core/platform/fretwork-error.js'
import { makePlugin } from '../core/kernel/make-plugin.js'
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

it('the palette is a combobox whose rows announce their position and count', async () => {
  const { kernel, user } = await openPalette()
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
  // The result count is not announced after every letter.
  expect(screen.queryByText('One result')).toBeNull()
  await act(() => kernel.platform.clock.advance(500))
  expect(screen.getByText('One result')).toBeTruthy()
  await user.clear(field())
  await user.type(field(), 'xyzzy')
  expect(await screen.findByText('No matching commands.')).toBeTruthy()
  expect(field().getAttribute('aria-expanded')).toBe('false')
  expect(field().hasAttribute('aria-activedescendant')).toBe(false)
  await user.clear(field())
  await waitFor(() => expect(field().getAttribute('aria-expanded')).toBe('true'))
  expect(document.getElementById(field().getAttribute('aria-activedescendant') ?? '')).toBeTruthy()
})

it('the palette shows no shortcuts on touch screens', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    query => Object.assign(new EventTarget(), { matches: query.includes('coarse') }) as MediaQueryList,
  )
  const { kernel } = await openPalette()
  expect(screen.getByRole('option', { name: /Light up/ }).querySelector('kbd')).toBeNull()
  expect(kernel.commands.holds('touch')).toBe(true)
})

it('command arguments are entered step by step, and Backspace goes back', async () => {
  const { user } = await openPalette()
  await user.type(field(), 'choose scale{Enter}')
  await waitFor(() => expect(field().getAttribute('aria-label')).toBe('Tonic'))
  await user.type(field(), 'd')
  // Holding Backspace clears the field without leaving the step. Pressing it again leaves the step.
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

it('Enter right after a query runs its first command, and the next key lands in the next step', async () => {
  const { user } = await openPalette()
  expect(options()[0]).not.toMatch(/choose scale/i)
  // Not in `act`, which would render before the next key.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), 'choose scale')
  field().dispatchEvent(new Event('input', { bubbles: true }))
  field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  expect(document.activeElement).toBe(field())
  expect(field().getAttribute('aria-label')).toBe('Tonic')
  await user.keyboard('d')
  expect([field().getAttribute('value'), options()]).toEqual(['d', ['TonicD']])
})

it('a shortcut opens its command’s arguments, and reopening the palette lists everything', async () => {
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

it('an invalid argument shows an error message until it is corrected', async () => {
  const { user } = await openPalette()
  await user.type(field(), 'tempo{Enter}')
  expect(await screen.findByText(/^Start typing/)).toBeTruthy()
  await user.type(field(), '7')
  expect(await screen.findByText('Enter a whole number from 20 to 300.')).toBeTruthy()
  expect(field().getAttribute('aria-invalid')).toBe('true')
  await user.type(field(), '2')
  await waitFor(() => expect(options()).toEqual(['Tempo72']))
  expect(field().hasAttribute('aria-invalid')).toBe(false)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(done).toEqual([{ tempo: 72 }]))
})

it('plugin results are appended, including pending and failed searches', async () => {
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
  expect(await screen.findByText('Songs: searching…')).toBeTruthy()
  expect(screen.queryByText('Chords: searching…')).toBeNull()
  await act(() => platform.clock.advance(150))
  expect(await screen.findByText('People: search is unavailable')).toBeTruthy()
  await act(async () => answer('Prelude'))
  await waitFor(() => expect(options().at(-1)).toBe('SongsPrelude light up'))
  expect(options()[0]).toMatch(/Light up/)
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(done).toEqual(['Prelude']))
})

it('running commands show their progress in the palette, and Delete cancels them', async () => {
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

it('the palette explains why a command is hidden', async () => {
  const { user } = await openPalette()
  await user.type(field(), 'why is a{Enter}')
  await waitFor(() => expect(field().getAttribute('aria-label')).toBe('Command'))
  await user.type(field(), 'secret')
  await waitFor(() => expect(options()).toEqual(['CommandSecret']))
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Secret' })
  expect(within(dialog).getByText('This command isn’t available here.')).toBeTruthy()
  expect(within(dialog).getByText("route == '/songs'")).toBeTruthy()
  expect(within(dialog).getByText('Currently: route = "/fretboard"')).toBeTruthy()
  expect(within(dialog).getByText(/isn’t listed in the palette/)).toBeTruthy()
})

it('clicking a row runs its command, and hovering highlights the row', async () => {
  const { user } = await openPalette()
  const [first, , third] = screen.getAllByRole('option') as HTMLElement[]
  if (!first || !third) throw new Error('The list is too short.')
  // A pointer event without movement means that the palette opened or scrolled under the pointer.
  fireEvent.pointerMove(third, { movementX: 0, movementY: 0 })
  expect(active()).toBe(first)
  fireEvent.pointerMove(third, { movementX: 0, movementY: 2 })
  expect(active()).toBe(third)
  await user.click(screen.getByRole('option', { name: /Light up/ }))
  await waitFor(() => expect(done).toEqual(['light']))
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
})

it('a command’s result is announced, and the browser’s Back button closes the palette first', async () => {
  const { user, open } = await openPalette()
  await user.type(field(), 'scale d dorian{Enter}')
  expect(await screen.findByText('Choose scale: D Dorian', { selector: '[aria-live] *' })).toBeTruthy()
  await open()
  await user.type(field(), 'tempo 80{Enter}')
  expect(await screen.findByText('Set the tempo: 80', { selector: '[aria-live] *' })).toBeTruthy()
  const button = screen.getByRole('button', { name: /Search commands/ })
  button.focus()
  await open()
  history.back()
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  expect(screen.getByText('Six strings')).toBeTruthy()
  expect(document.activeElement).toBe(button)
})

interface Asked extends ChoiceRequest {
  answer(...names: string[]): void
  list(choices: readonly ArgumentChoice[]): void
  fail(error: unknown): void
}

/** Pending requests to the plugin, newest last. Tests answer them. */
let asked: Asked[] = []
let ran: unknown[] = []

const lister: ChoiceLister = (_context, request) =>
  new Promise<readonly ArgumentChoice[]>((resolve, reject) => {
    const answer = (...names: string[]) => resolve(names.map(name => ({ value: name, label: name })))
    asked.push({ ...request, answer, list: resolve, fail: reject })
  })

const args = z.strictObject({ person: z.string().check(z.minLength(3)) })
const person = { id: 'person', title: 'Person' }
const people = makePlugin(
  'crowd',
  {
    title: 'Crowd',
    contributes: {
      commands: [
        { id: 'crowd.greet', title: 'Greet someone', args, asks: [{ ...person, searched: true }] },
        { id: 'crowd.leave', title: 'Leave someone', args, asks: [{ ...person, onlyAsked: true }] },
      ],
    },
    activateOn: ['startup'],
  },
  {
    commands: {
      'crowd.greet': (_context, given: unknown) => ran.push(given),
      'crowd.leave': (_context, given: unknown) => ran.push(given),
    },
    choices: { 'crowd.greet': { person: lister }, 'crowd.leave': { person: lister } },
  },
)

beforeEach(() => {
  layOutList()
  asked = []
  ran = []
})
async function askedFor(command: 'greet' | 'leave') {
  const app = await openPalette([people])
  await app.user.type(field(), `${command} someone`)
  // Choices are requested only in the argument step, not for each word typed in the palette.
  await waitFor(() => expect(options()[0]).toContain('someone'))
  expect(asked).toEqual([])
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(field().getAttribute('aria-label')).toBe('Person'))
  const pause = () => act(() => app.platform.clock.advance(150))
  const latest = async (typed: string) => {
    await waitFor(() => expect(asked.at(-1)?.typed).toBe(typed))
    return asked.at(-1) as Asked
  }
  return { ...app, pause, latest }
}

it('the palette waits for choices to load and then filters them', async () => {
  const { user, latest } = await askedFor('leave')
  expect(await screen.findByText('Loading')).toBeTruthy()
  const request = await latest('')
  await act(async () => request.answer('Anna', 'Berta'))
  await waitFor(() => expect(options()).toEqual(['PersonAnna', 'PersonBerta']))
  await user.type(field(), 'ber')
  expect([options(), asked.length]).toEqual([['PersonBerta'], 1])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(ran).toEqual([{ person: 'Berta' }]))
})

// Text ranking would put "String 2, fret 5" first for the query 5.
it('numeric choices match by their value, not by a number in their label', async () => {
  const { user, latest } = await askedFor('leave')
  const request = await latest('')
  const place = (string: number, fret: number) => ({
    ...{ value: `s${string}`, number: string, label: `String ${string}, fret ${fret}` },
  })
  await act(async () => request.list([place(2, 5), place(5, 19), place(4, 1)]))
  await user.type(field(), '5')
  await waitFor(() => expect(options()).toEqual(['PersonString 5, fret 19']))
  await user.clear(field())
  await user.type(field(), '1')
  await waitFor(() => expect(options()).toEqual([]))
  await user.clear(field())
  await user.type(field(), 'fret 1')
  await waitFor(() => expect(options()[0]).toBe('PersonString 4, fret 1'))
})

it('choices that failed to load show the reason and can be retried', async () => {
  const { user, latest } = await askedFor('leave')
  const request = await latest('')
  await act(async () => request.fail(new FretworkError('crowd_gone', 'The crowd is gone.')))
  const problem = /^Couldn’t load the list\..*The crowd is gone\.$/
  expect(await screen.findAllByText(problem)).toHaveLength(2)
  expect(options()).toEqual(['Try again'])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(asked).toHaveLength(2))
  await act(async () => asked[1]?.answer())
  const none = 'Nothing to choose from right now. Press Backspace to go back.'
  expect(await screen.findByText(none)).toBeTruthy()
  expect(options()).toEqual([])
})

it('choices are requested when typing pauses and keep the order of the response', async () => {
  const { user, pause, latest } = await askedFor('greet')
  const first = await latest('')
  await act(async () => first.answer())
  expect(await screen.findByText('Start typing, or press Backspace to go back.')).toBeTruthy()
  await user.type(field(), 'ann')
  expect(await screen.findByText('Searching…')).toBeTruthy()
  expect(asked).toHaveLength(1)
  await pause()
  const second = await latest('ann')
  await act(async () => second.answer('Hannelore', 'Anna'))
  await waitFor(() => expect(options()).toEqual(['PersonHannelore', 'PersonAnna']))
})

it('outdated and abandoned searches are aborted, and their responses ignored', async () => {
  const { user, pause, latest } = await askedFor('greet')
  await user.type(field(), 'an')
  await pause()
  const old = await latest('an')
  await user.type(field(), 'ton')
  expect(old.signal.aborted).toBe(true)
  await act(async () => old.answer('Anna'))
  expect(options()).toEqual([])
  await pause()
  const now = await latest('anton')
  await act(async () => now.answer('Anton'))
  await waitFor(() => expect(options()).toEqual(['PersonAnton']))
  expect(screen.queryByText('Anna')).toBeNull()
  await user.type(field(), 'ia')
  await pause()
  const last = await latest('antonia')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  expect(last.signal.aborted).toBe(true)
})
