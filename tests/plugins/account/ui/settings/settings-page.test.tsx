// Settings page, which saves every change immediately.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { memoryPlatform } from '../../../../../src/core/platform/memory-platform.js'
import { defineSettings } from '../../../../../src/core/settings/section.js'
import { createTestKernel } from '../../../../../src/core/testing/test-kernel.js'
import account from '../../../../../src/plugins/account/index.js'
import { makePlugin } from '../../../../core/kernel/make-plugin.js'
import { renderRoutes } from '../../../../support/render-routes.js'
import '../../../../../src/plugins/account/ui/settings/settings-page.js'

const tone = defineSettings({
  id: 'Tone',
  title: 'Tone',
  version: '1',
  schema: z.object({
    volume: z.number().check(z.gte(0), z.lte(1)),
    octave: z.int().check(z.gte(-4), z.lte(4)),
    detune: z.number(),
    bright: z.boolean(),
    wave: z.enum(['sine', 'square', 'saw']),
    tuning: z.int(),
    port: z.string(),
    name: z.string().check(z.minLength(2), z.maxLength(8)),
    tags: z.array(z.string()),
    odd: z.record(z.string(), z.number()),
    secret: z.int(),
  }),
  defaults: {
    ...{ volume: 0.5, octave: 0, detune: 0, bright: false, wave: 'sine', tuning: 0 },
    ...{ port: '', name: 'plain', tags: [], odd: {}, secret: 1 },
  },
  fields: [
    { id: 'volume', title: 'Volume', description: 'Of everything' },
    { id: 'octave', title: 'Octave', unit: 'octaves' },
    { id: 'bright', title: 'Bright' },
    {
      id: 'tuning',
      title: 'Tuning',
      choices: [
        { value: 0, label: 'Standard tuning' },
        { value: 1, label: 'Drop D, with a low sixth string' },
      ],
    },
    { id: 'port', title: 'Port', choices: 'tone.select.port' },
    { id: 'name', title: 'Name' },
    { id: 'secret', hidden: true },
  ],
})

const german = { Tone: 'Klang', Volume: 'Lautstärke', octaves: 'Oktaven', Octave: 'Oktave' }
const tonePlugin = () =>
  makePlugin(
    'tone',
    {
      contributes: { settings: [tone] },
      activateOn: ['command:tone.*'],
      locales: { de: async () => ({ default: german }) },
    },
    { choices: { 'tone.select': { port: () => [{ value: 'synth', label: 'FluidSynth' }] } } },
  )

async function showSettings(hash = '#Tone', kept: object = {}) {
  const plugin = tonePlugin()
  const platform = memoryPlatform({ stored: { fretworkTone: JSON.stringify({ version: '1', ...kept }) } })
  const kernel = await createTestKernel({ platform, plugins: [account, plugin] })
  const { router } = renderRoutes(kernel, account, `/account/settings${hash}`)
  await screen.findByRole('heading', { level: 1 })
  const stored = (): Record<string, unknown> => JSON.parse(platform.storage.get('fretworkTone') ?? '{}')
  const store = kernel.settings.store(tone)
  return { kernel, router, stored, loads: plugin.loads, store, user: userEvent.setup() }
}

// Queries by label because computing the role of every element is slow.
const card = (title: string) => screen.getByText(title, { selector: 'h2' }).closest('section') as HTMLElement
const field = (name: string) => screen.getByLabelText(name, { selector: 'input, textarea' })

it('the settings page shows a card for each section without loading its plugin', async () => {
  const { loads, router } = await showSettings('#Tone')
  const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings()).toEqual(['Tone'])
  const groups = within(screen.getByLabelText('Settings categories')).getAllByRole('link')
  expect(groups.map(group => [group.textContent, group.getAttribute('aria-current')])).toEqual([
    ['General', null],
    ['More', 'true'],
  ])
  expect(within(card('Tone')).getByText('Of everything')).toBeDefined()
  expect([screen.queryByText('Secret'), loads()]).toEqual([null, 0])
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Tone'))
  await act(() => router.navigate('/account/settings#Layout'))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('General'))
  expect(headings()).toEqual(['General'])
})

it('an out-of-range number is rejected at its field, and Escape restores the old value', async () => {
  const { store, stored, user } = await showSettings()
  const octave = field('Octave (octaves)')
  await user.clear(octave)
  await user.type(octave, '7{Enter}')
  expect(screen.getByText('Enter a whole number from -4 to 4.')).toBeDefined()
  expect(octave.getAttribute('aria-invalid')).toBe('true')
  expect(octave).toHaveProperty('value', '7')
  expect(store.getState().octave).toBe(0)
  await user.type(octave, '{Escape}')
  expect(octave).toHaveProperty('value', '0')
  expect(screen.queryByText('Enter a whole number from -4 to 4.')).toBeNull()
  await user.clear(octave)
  await user.type(octave, '-2')
  expect(store.getState().octave).toBe(0)
  await user.tab()
  expect(stored()).toMatchObject({ octave: -2 })
  // Numbers between 0 and 1 have a slider.
  screen.getByRole('slider', { name: 'Volume' }).focus()
  await user.keyboard('{ArrowRight}')
  expect(store.getState().volume).toBeCloseTo(0.51)
})

it('a setting takes effect immediately, and a plugin’s choices load only when a list opens', async () => {
  const { loads, stored, user } = await showSettings()
  await user.click(field('Bright'))
  await user.click(field('saw'))
  await user.click(field('Tuning'))
  await user.click(await screen.findByText(/^Drop D/))
  expect(stored()).toMatchObject({ bright: true, wave: 'saw', tuning: 1 })
  const port = field('Port')
  expect(port).toHaveProperty('value', 'None')
  expect(loads()).toBe(0)
  await user.click(port)
  await user.click(await screen.findByText('FluidSynth'))
  expect(stored()).toMatchObject({ port: 'synth' })
})

it('a stored value that is currently unavailable stays visible', async () => {
  await showSettings('#Tone', { port: 'gone' })
  expect(field('Port')).toHaveProperty('value', 'Not available: gone')
})

it('text, list and JSON settings can be edited, and invalid input is reported', async () => {
  const { stored, user } = await showSettings()
  await user.clear(field('Name'))
  await user.type(field('Name'), 'x{Enter}')
  expect(screen.getByText('Use at least 2 characters.')).toBeDefined()
  await user.type(field('Name'), 'yz{Enter}')
  expect(stored()).toMatchObject({ name: 'xyz' })
  await user.type(field('Tags'), 'warm{Enter}round{Enter}')
  expect(stored()).toMatchObject({ tags: ['warm', 'round'] })
  // Records have no control of their own type, so they are edited as JSON.
  await user.clear(field('Odd'))
  await user.type(field('Odd'), '{{"a":')
  await user.tab()
  expect(screen.getByText('This isn’t valid JSON. Check commas, quotes and brackets.')).toBeDefined()
  await user.type(field('Odd'), '"x"}')
  await user.tab()
  expect(screen.getByText(/expected a number/)).toBeDefined()
  await user.clear(field('Odd'))
  await user.type(field('Odd'), '{{"a":1}')
  await user.tab()
  expect(stored()).toMatchObject({ odd: { a: 1 } })
})

it('resetting a section can be undone, and resetting one setting focuses its control', async () => {
  const { store, user } = await showSettings()
  expect(screen.queryByLabelText('Reset Tone')).toBeNull()
  act(() => store.change({ octave: 3, name: 'loud', secret: 9 }))
  await user.click(screen.getByLabelText('Reset Tone'))
  expect(store.getState()).toMatchObject({ octave: 0, name: 'plain', secret: 9 })
  expect(within(card('Tone')).getByText('Reset.')).toBeDefined()
  await user.click(screen.getByLabelText('Undo reset of Tone'))
  expect(store.getState()).toMatchObject({ octave: 3, name: 'loud' })
  act(() => store.change({ volume: 1 }))
  await user.click(await screen.findByLabelText('Reset Volume to default'))
  await waitFor(() => expect(screen.queryByLabelText('Reset Volume to default')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('slider', { name: 'Volume' }))
})

it('settings search finds settings by title in both languages', async () => {
  const { kernel, user } = await showSettings()
  await act(() => kernel.translator.setLanguage('de'))
  const search = field('Einstellungen suchen')
  await user.click(search)
  await user.paste('lautstarke')
  await waitFor(() => expect(screen.queryByLabelText('Bright')).toBeNull())
  expect(screen.getByRole('slider', { name: 'Lautstärke' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Suche leeren' }))
  await user.paste('tone bright') // The field is focused again.
  await waitFor(() => expect(field('Bright')).toBeDefined())
})
