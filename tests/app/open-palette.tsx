// Opens the palette of an app with one plugin, and reads its contents.
import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import * as z from 'zod/mini'
import { PALETTE_PROVIDERS, type PaletteProvider } from '../../src/core/commands/palette-provider.js'
import type { PluginManifest } from '../../src/core/kernel/plugin.js'
import { makePlugin } from '../core/kernel/make-plugin.js'
import { openApp } from './open-app.js'

/** Search providers contributed by plugins. Tests set them before opening the palette. */
export const providers: PaletteProvider[] = []
export const done: unknown[] = []

/** Defines a command that prompts for arguments with the given titles. */
function asking(id: string, title: string, titled: Readonly<Record<string, z.ZodMiniType>>) {
  const asks = Object.keys(titled).map(each => ({ id: each.toLowerCase(), title: each }))
  const args = Object.fromEntries(Object.entries(titled).map(([each, type]) => [each.toLowerCase(), type]))
  return { id: `neck.${id}`, title, args: z.strictObject(args), asks }
}

const neck = makePlugin(
  'neck',
  {
    title: 'Fretboard',
    contributes: {
      routes: [{ path: '/fretboard', title: 'Fretboard', screen: 'Neck', auth: true }],
      commands: [
        { id: 'neck.light', title: 'Light up', keys: ['l'] },
        asking('scale', 'Choose scale', { Tonic: z.enum(['C', 'D']), Scale: z.enum(['Major', 'Dorian']) }),
        asking('tempo', 'Set the tempo', { Tempo: z.int().check(z.gte(20), z.lte(300)) }),
        asking('transpose', 'Transpose', { Steps: z.int().check(z.gte(0), z.lte(11)) }),
        { ...asking('record', 'Record to a file', { Bars: z.int() }), feature: 'positions' },
        { id: 'neck.import', title: 'Import songs', keys: ['i'] },
        { id: 'neck.secret', title: 'Secret', hidden: true, when: "route == '/songs'" },
      ],
    },
  },
  {
    screens: { Neck: async () => ({ default: () => <p>Six strings</p> }) },
    commands: {
      'neck.light': () => done.push('light'),
      'neck.scale': (_context, args: unknown) => done.push(args),
      'neck.tempo': (_context, args: unknown) => done.push(args),
      'neck.record': () => done.push('recorded'),
      'neck.import': ({ progress }) => {
        progress(0.4, 'Reading')
        return new Promise(() => undefined)
      },
    },
    activate: ({ extend }) => {
      for (const provider of providers) extend(PALETTE_PROVIDERS, provider)
    },
  },
)

export function layOutList() {
  // happy-dom has no layout: with a height of 0, the virtual list would render no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(4000)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40)
  window.scrollTo = vi.fn() as typeof window.scrollTo
}

export function forgetPalette() {
  vi.restoreAllMocks()
  providers.length = 0
  done.length = 0
}

/** @param more plugins in addition to the fretboard plugin */
export async function openPalette(more: readonly PluginManifest[] = []) {
  const app = await openApp('/fretboard', { plugins: [neck, ...more], loggedIn: true })
  await screen.findByText('Six strings')
  const open = async () => {
    await app.user.keyboard('{Control>}k{/Control}')
    return screen.findByRole('combobox')
  }
  await open()
  return { ...app, open }
}

export const field = () => screen.getByRole('combobox')
/** Row referenced by the field's `aria-activedescendant`. */
export const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')
export const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
