import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { hostCommands } from '../../../../src/app/host-commands.js'
import { usePaletteItems } from '../../../../src/app/palette/results/palette-items.js'
import { memoryPlatform } from '../../../../src/core/platform/memory-platform.js'
import { KernelProvider } from '../../../../src/core/react/kernel-context.js'
import { kernelWith, makePlugin } from '../../../core/kernel/make-plugin.js'

const neck = makePlugin(
  'neck',
  {
    title: 'Fretboard',
    contributes: {
      commands: [
        { id: 'neck.show-notes', title: 'Show all notes' },
        { id: 'neck.show-octaves', title: 'Show octaves', when: "route == '/fretboard'" },
        { id: 'neck.secret', title: 'Show nothing', hidden: true },
      ],
    },
    locales: {
      de: async () => ({ default: { 'Show all notes': 'Alle Töne zeigen', Fretboard: 'Griffbrett' } }),
    },
  },
  { commands: { 'neck.show-notes': () => undefined, 'neck.show-octaves': () => undefined } },
)

async function palette(stored: Record<string, string> = {}, plugins = [neck]) {
  const kernel = await kernelWith(plugins, { platform: memoryPlatform({ stored }) })
  hostCommands(kernel)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <KernelProvider kernel={kernel}>{children}</KernelProvider>
  )
  const open = () =>
    renderHook(({ search }) => usePaletteItems(search), { wrapper, initialProps: { search: '' } })
  let hook = open()
  const items = (search: string) => {
    hook.rerender({ search })
    return hook.result.current.rows.filter(row => typeof row !== 'string')
  }
  return {
    kernel,
    items,
    titles: (search: string) => items(search).map(({ name }) => name),
    /** Returns the palette rows, with headings as `— Heading`. */
    rows: (search = '') => {
      hook.rerender({ search })
      return hook.result.current.rows.map(row => (typeof row === 'string' ? `— ${row}` : row.name))
    },
    run: async (search: string) => {
      const [first] = items(search)
      await act(async () => first?.command?.perform())
    },
    reopen: () => {
      hook.unmount()
      hook = open()
    },
  }
}

it('the palette lists the currently available commands', async () => {
  const { kernel, titles } = await palette()
  expect(titles('show')).not.toContain('Show octaves')
  act(() => kernel.commands.setContext('route', '/fretboard'))
  expect(titles('show')).toContain('Show octaves')
  expect(titles('show')).not.toContain('Show nothing')
  expect(titles('')).not.toContain('Log out')
  act(() => kernel.commands.setContext('loggedIn', true))
  expect(titles('')).toContain('Log out')
})

it('a command outside the user’s plan shows the plan, or that it requires an add-on', async () => {
  const { kernel, items } = await palette()
  const features = { export: 'Download.HTML', pin: 'positions' }
  for (const [title, feature] of Object.entries(features))
    act(() => void kernel.commands.register({ id: `neck.${title}`, title, feature }, 'neck', () => undefined))
  expect(['export', 'pin'].map(search => items(search)[0]?.plan)).toEqual(['Add-on', 'Pro'])
})

it('more used commands come first among equal matches', async () => {
  const { kernel, run, titles, reopen } = await palette()
  act(() => kernel.commands.setContext('route', '/fretboard'))
  const unused = titles('show')
  await run('show octaves')
  expect(kernel.platform.storage.get('fretworkCommandUses')).toContain('neck.show-octaves')
  expect(unused[0]).not.toBe('Show all notes')
  await run('show all')
  await run('show all')
  expect(titles('show')).toEqual(unused)
  reopen()
  expect(titles('show').slice(0, 2)).toEqual(['Show all notes', 'Show octaves'])
})

it('an empty palette query lists recent commands first, then all groups without duplicates', async () => {
  const { kernel, run, rows, reopen } = await palette()
  act(() => kernel.commands.setContext('loggedIn', true))
  expect(rows()[0]).toBe('— Fretboard')
  expect(rows()).not.toContain('— Recently used')
  await run('show all')
  await act(() => kernel.platform.clock.advance(1000))
  await run('toggle full')
  reopen()
  const recent = ['— Recently used', 'Toggle fullscreen', 'Show all notes', '— Fretwork']
  expect(rows().slice(0, 4)).toEqual(recent)
  expect(rows().filter(row => row === 'Show all notes')).toHaveLength(1)
  expect(rows('show').some(row => row.startsWith('—'))).toBe(false)
})

it('the palette list ends with the number of further matches', async () => {
  const command = (_: unknown, index: number) => ({ id: `many.c${index}`, title: `Chord ${index}` })
  const commands = Array.from({ length: 400 }, command)
  const { rows } = await palette({}, [makePlugin('many', { contributes: { commands } })])
  expect(rows('chord')).toHaveLength(301)
  expect([rows('chord').at(-1), rows('chord 399')[0]]).toEqual([
    '— 100 more. Keep typing to narrow the list.',
    'Chord 399',
  ])
})

it('recent commands exclude logout and destructive commands', async () => {
  const used = { weight: 9, at: Date.now() }
  const uses = { 'core.log-out': used, 'songs.delete-all': used }
  const { kernel, rows } = await palette({ fretworkCommandUses: JSON.stringify(uses) })
  act(() => {
    kernel.commands.setContext('loggedIn', true)
    const command = { id: 'songs.delete-all', title: 'Delete all songs', careful: true }
    kernel.commands.register(command, 'songs', () => undefined)
  })
  expect(rows()[0]).toBe('— Fretboard')
  expect(rows()).toEqual(expect.arrayContaining(['Log out', 'Delete all songs']))
})

const choices = () => ['Drop D', 'Open G'].map((label, index) => ({ value: 7 + index, label }))
const fret = z.int().check(z.gte(0), z.lte(4))
const two = z.strictObject({ a: z.enum(['Drop D']), b: z.string() })
const tuner = () =>
  makePlugin(
    'tuner',
    {
      title: 'Tuner',
      contributes: {
        commands: [
          { id: 'tuner.tune', title: 'Choose tuning', args: z.strictObject({ tuning: z.number() }) },
          { id: 'tuner.capo', title: 'Set capo', args: z.strictObject({ fret }) },
          { id: 'tuner.hum', title: 'Hum', args: z.strictObject({ on: z.boolean() }) },
          { id: 'tuner.two', title: 'Two things', args: two },
        ],
      },
      activateOn: ['command:tuner.*'],
    },
    {
      commands: {
        'tuner.tune': (_context, args: unknown) => tuned.push(args),
        'tuner.capo': () => undefined,
        'tuner.hum': () => undefined,
      },
      choices: { 'tuner.tune': { tuning: choices } },
    },
  )
const tuned: unknown[] = []

it('a setting value is found directly and applied in one step', async () => {
  const { kernel, titles, run } = await palette({}, [tuner()])
  await act(() => kernel.host.activate('tuner'))
  titles('drop d')
  await act(async () => undefined)
  expect(titles('drop d')).toEqual(['Choose tuning: Drop D'])
  expect([titles('capo 3')[0], titles('hum yes')]).toEqual(['Set capo: 3', ['Hum: Yes']])
  await run('drop d')
  expect(tuned).toEqual([{ tuning: 7 }])
  expect(kernel.platform.storage.get('fretworkCommandUses')).toContain('tuner.tune')
})

it('setting values rank below commands and need at least two letters to match', async () => {
  const { kernel, titles } = await palette({}, [tuner()])
  await act(() => kernel.host.activate('tuner'))
  titles('tu')
  await act(async () => undefined)
  expect(titles('choose tuning')[0]).toBe('Choose tuning…')
  expect(titles('d').filter(title => title.includes(':'))).toEqual([])
})

it('searching does not start an unused plugin', async () => {
  const plugin = tuner()
  const { titles } = await palette({}, [plugin])
  titles('drop d')
  await act(async () => undefined)
  expect(titles('drop d')).toEqual([])
  expect(plugin.loads()).toBe(0)
})
