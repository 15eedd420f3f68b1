// The settings page in a test kernel, with an additional section.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import * as z from 'zod/mini'
import { definePlugin, defineRuntime } from '../../../src/core/kernel/manifest/plugin.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { defineSettings } from '../../../src/core/settings/section.js'
import { createTestKernel } from '../../../src/core/testing/test-kernel.js'
import account from '../../../src/plugins/account/index.js'
import { renderRoutes } from '../../support/render-routes.js'
// Loaded with the test, so that no test waits for it.
import '../../../src/plugins/account/ui/settings/settings-page.js'

export const tone = defineSettings({
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
    volume: 0.5,
    octave: 0,
    detune: 0,
    bright: false,
    wave: 'sine',
    tuning: 0,
    port: '',
    name: 'plain',
    tags: [],
    odd: {},
    secret: 1,
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

/** How often the plugin was loaded: its form must not need it. */
export const loads = { count: 0 }

export const tonePlugin = definePlugin({
  id: 'tone',
  version: '1.0.0',
  engine: '^1.0.0',
  title: 'Tone',
  runsIn: ['browser'],
  contributes: { settings: [tone] },
  activateOn: ['command:tone.*'],
  locales: {
    de: async () => ({
      default: { Tone: 'Klang', Volume: 'Lautstärke', octaves: 'Oktaven', Octave: 'Oktave' },
    }),
  },
  load: async () => {
    loads.count++
    return {
      default: defineRuntime({
        choices: { 'tone.select': { port: () => [{ value: 'synth', label: 'FluidSynth' }] } },
      }),
    }
  },
})

export async function showSettings(setting: { hash?: string; stored?: Record<string, string> } = {}) {
  loads.count = 0
  const platform = memoryPlatform({ stored: setting.stored })
  const kernel = await createTestKernel({ platform, plugins: [account, tonePlugin] })
  const { router } = renderRoutes(kernel, account, `/account/settings${setting.hash ?? ''}`)
  await screen.findByRole('heading', { level: 1 })
  const stored = (): Record<string, unknown> => JSON.parse(platform.storage.get('fretworkTone') ?? '{}')
  return { kernel, router, stored, store: kernel.settings.store(tone), user: userEvent.setup() }
}
