import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { ArgumentChoice, ChoiceRequest } from '../../src/core/commands/command.js'
import type { ChoiceLister } from '../../src/core/kernel/manifest/plugin.js'
import { FretworkError } from '../../src/core/platform/fretwork-error.js'
import { makePlugin } from '../core/kernel/make-plugin.js'
import { field, forgetPalette, layOutList, openPalette, options } from './open-palette.js'

interface Asked extends ChoiceRequest {
  answer(...names: string[]): void
  list(choices: readonly ArgumentChoice[]): void
  fail(error: unknown): void
}

/** What was asked of the plugin, the latest last; a test answers it. */
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
afterEach(forgetPalette)

async function askedFor(command: 'greet' | 'leave') {
  const app = await openPalette([people])
  await app.user.type(field(), `${command} someone`)
  // Only in their own step, not with every word typed in the palette.
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

describe('choices that have to be fetched', () => {
  it('are waited for quietly, then chosen from', async () => {
    const { user, latest } = await askedFor('leave')
    expect(await screen.findByText('Loading')).toBeTruthy()
    const request = await latest('')
    await act(async () => request.answer('Anna', 'Berta'))
    await waitFor(() => expect(options()).toEqual(['PersonAnna', 'PersonBerta']))
    await user.type(field(), 'ber')
    expect(options()).toEqual(['PersonBerta'])
    expect(asked).toHaveLength(1)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(ran).toEqual([{ person: 'Berta' }]))
  })

  // Mutation: ranked as a text, 5 finds "String 2, fret 5" first.
  it('are chosen by the number that means them, and by none that others have in their names', async () => {
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

  it('give the reason when they cannot be fetched, fetch them again, and say when the list is empty', async () => {
    const { user, latest } = await askedFor('leave')
    const request = await latest('')
    await act(async () => request.fail(new FretworkError('crowd_gone', 'The crowd is gone.')))
    const problem = /^The list could not be loaded\..*The crowd is gone\.$/
    expect(await screen.findAllByText(problem)).toHaveLength(2)
    expect(options()).toEqual(['Try again'])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(asked).toHaveLength(2))
    await act(async () => asked[1]?.answer())
    const none = 'Nothing to choose from right now. Press Backspace to go back.'
    expect(await screen.findByText(none)).toBeTruthy()
    expect(options()).toEqual([])
  })

  it('may be typed where they could not be fetched, if what is typed fits', async () => {
    const { user, latest } = await askedFor('leave')
    const request = await latest('')
    await act(async () => request.fail(new Error('No.')))
    await user.type(field(), 'An')
    expect(options()).toEqual(['Try again'])
    await user.type(field(), 'na')
    await waitFor(() => expect(options()).toEqual(['PersonAnna', 'Try again']))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(ran).toEqual([{ person: 'Anna' }]))
  })
})

describe('choices that are searched', () => {
  it('are asked for with every pause in the typing, and shown as they were answered', async () => {
    const { user, pause, latest } = await askedFor('greet')
    const first = await latest('')
    await act(async () => first.answer())
    expect(await screen.findByText('Start typing, or press Backspace to go back.')).toBeTruthy()
    await user.type(field(), 'ann')
    expect(await screen.findByText('Searching …')).toBeTruthy()
    expect(asked).toHaveLength(1)
    await pause()
    const second = await latest('ann')
    await act(async () => second.answer('Hannelore', 'Anna'))
    await waitFor(() => expect(options()).toEqual(['PersonHannelore', 'PersonAnna']))
  })

  it('drop an answer to what was typed before, and tell its plugin that no one waits for it, also when the palette closes', async () => {
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
})
