import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { SESSION_CHANGED } from '../../../src/core/auth/session.js'
import { CommandRegistry } from '../../../src/core/commands/command-registry.js'
import {
  resetCommandId,
  settingsCommandId,
  settingsCommands,
} from '../../../src/core/commands/settings-commands.js'
import { NoticeBoard } from '../../../src/core/events/notices.js'
import { Translator } from '../../../src/core/i18n/translator.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { createLogger } from '../../../src/core/platform/ports.js'
import { defineSettings } from '../../../src/core/settings/section.js'
import { createTestKernel, expectNoLeaks } from '../../../src/core/testing/test-kernel.js'
import { settingsWith } from '../settings/settings-parts.js'

const sound = defineSettings({
  id: 'Sound',
  title: 'Sound',
  version: '1',
  schema: z.object({
    velocity: z.number().check(z.gte(0), z.lte(1)),
    side: z.enum(['left', 'right']),
    muted: z.boolean(),
    port: z.string(),
    name: z.string().check(z.regex(/^[a-z]+$/)),
    channels: z.array(z.int()),
    nested: z.object({ deep: z.int() }),
    seen: z.boolean(),
    odd: z.record(z.string(), z.string()),
    chosen: z.int(),
  }),
  defaults: {
    ...{ velocity: 0.5, side: 'left', muted: false, port: '', name: 'plain', channels: [1] },
    ...{ nested: { deep: 1 }, seen: false, odd: {}, chosen: 0 },
  },
  fields: [
    { id: 'velocity', title: 'Velocity', description: 'How loud' },
    {
      id: 'side',
      title: 'Side',
      choices: [
        { value: 'left', label: 'Left' },
        { value: 'right', label: 'Right' },
      ],
    },
    { id: 'port', title: 'Output', choices: 'synth.select.port' },
    { id: 'seen', hidden: true },
    { id: 'chosen', title: 'Chosen', command: 'synth.choose' },
  ],
})

const NAME = { value: 'plain', label: 'Plain' }

async function make() {
  const parts = settingsWith()
  const platform = memoryPlatform()
  const log = createLogger(platform.log, 'core')
  const notices = new NoticeBoard(parts.events)
  const commands = new CommandRegistry(log, notices, platform)
  commands.setContext('loggedIn', true)
  const translator = new Translator(log)
  const asked: unknown[] = []
  const made = settingsCommands({
    ...{ commands, settings: parts.settings, translator, notices },
    formerly: () => ['tones'],
    listed: async (...what) => {
      asked.push(what)
      return [{ value: 'a', label: 'Port A' }]
    },
  })
  const section = parts.settings.register(sound, 'synth')
  const store = parts.settings.store(sound)
  const ids = () => commands.all.getState().map(({ id }) => id)
  return { ...parts, commands, translator, asked, made, section, store, ids }
}

it('commands can also be run under their plugin’s former ID', async () => {
  const { commands } = await make()
  expect(commands.currentId('tones.settings-sound-velocity')).toBe('synth.settings-sound-velocity')
  expect(commands.currentId('tones.reset-settings-sound')).toBe('synth.reset-settings-sound')
})

it('adds a command for each field unless it is hidden, unsupported or has a custom command', async () => {
  expect((await make()).ids()).toEqual([
    'synth.settings-sound-velocity',
    'synth.settings-sound-side',
    'synth.settings-sound-muted',
    'synth.settings-sound-port',
    'synth.settings-sound-name',
    'synth.settings-sound-channels',
    'synth.settings-sound-nested-deep',
    'synth.reset-settings-sound',
  ])
})

it('commands are removed with their section, and all are removed on disposal', async () => {
  const { ids, section, settings, made } = await make()
  section.dispose()
  expect(ids()).toEqual([])
  settings.register(sound, 'synth')
  expect(ids()).not.toEqual([])
  made.dispose()
  expect(ids()).toEqual([])
  settings.register({ ...sound, id: 'Late' }, 'synth')
  expect(ids()).toEqual([])
})

describe('setting command', () => {
  const id = (...path: string[]) => settingsCommandId('synth', 'Sound', path)

  it('a setting command’s title combines section and field, and its prompt uses the field name', async () => {
    const { commands } = await make()
    expect(commands.find(id('velocity'))).toMatchObject({
      ...{ title: 'Sound: Velocity', description: 'How loud', source: 'synth' },
      asks: [{ id: 'value', title: 'Velocity' }],
    })
    expect(commands.find(id('muted'))).toMatchObject({ title: 'Toggle Sound: Muted' })
  })

  it('a setting command has both a translated and an English title', async () => {
    const { commands, translator } = await make()
    const words = async (found: Record<string, string>) => ({ default: found })
    translator.addLocales('synth', {
      de: () => words({ Sound: 'Klang', Velocity: 'Anschlag', Muted: 'Stumm' }),
    })
    translator.addLocales('core', {
      de: () => words({ 'Reset settings: {{section}}': 'Einstellungen zurücksetzen: {{section}}' }),
    })
    await translator.setLanguage('de')
    expect(commands.find(id('velocity'))).toMatchObject({
      title: 'Klang: Anschlag',
      english: 'Sound: Velocity',
    })
    expect(commands.find(id('muted'))?.english).toBe('Toggle Sound: Muted')
    expect(commands.find(resetCommandId('synth', 'Sound'))).toMatchObject({
      title: 'Einstellungen zurücksetzen: Klang',
      english: 'Reset settings: Sound',
    })
  })

  it.each([
    ['velocity', 0.7, 0.7],
    ['side', 'right', 'right'],
    ['name', 'loud', 'loud'],
    ['channels', '1, 5,16', [1, 5, 16]],
  ])('a setting command sets %s', async (field, value, kept) => {
    const { commands, store } = await make()
    expect(await commands.execute(id(field), { value })).toMatchObject({ ok: true })
    expect(store.getState()).toMatchObject({ [field]: kept })
  })

  it.each([
    ['velocity', 7],
    ['side', 'top'],
    ['name', 'LOUD'],
    ['channels', '1, x'],
  ])('a setting command rejects an invalid %s', async (field, value) => {
    const { commands, store } = await make()
    expect(await commands.execute(id(field), { value })).toMatchObject({
      ok: false,
      error: { code: 'arguments_invalid' },
    })
    expect(store.getState()).toEqual(sound.defaults)
  })

  it('a setting command toggles booleans and changes nested fields', async () => {
    const { commands, store } = await make()
    await commands.execute(id('muted'))
    await commands.execute(id('nested', 'deep'), { value: 4 })
    expect(store.getState()).toMatchObject({ muted: true, nested: { deep: 4 } })
    await commands.execute(id('muted'))
    expect(store.getState().muted).toBe(false)
  })

  it('a setting command gets its choices from the manifest or the plugin', async () => {
    const { commands, asked } = await make()
    expect(await commands.choicesFor(id('side'), 'value')).toMatchObject([
      { label: 'Left' },
      { label: 'Right' },
    ])
    expect([await commands.choicesFor(id('velocity'), 'value'), asked]).toEqual([undefined, []])
    expect(await commands.choicesFor(id('port'), 'value')).toEqual([{ value: 'a', label: 'Port A' }])
    expect(asked).toEqual([['synth', 'synth.select', 'port']])
  })

  it('a setting command can get its choices from the section’s name tables', async () => {
    const { commands, settings } = await make()
    const named = {
      ...sound,
      id: 'Named',
      names: async () => ({ default: () => ({ chosen: [], name: [NAME] }) }),
    }
    settings.register(named, 'synth')
    expect(await commands.choicesFor('synth.settings-named-name', 'value')).toEqual([NAME])
    expect(await commands.choicesFor('synth.settings-named-velocity', 'value')).toBeUndefined()
  })
})

it('resetting a section restores the defaults of its visible fields and can be undone', async () => {
  const { commands, store, notices } = await make()
  store.change({ velocity: 0.9, seen: true, nested: { deep: 7 } })
  await commands.execute(resetCommandId('synth', 'Sound'))
  expect(store.getState()).toMatchObject({ velocity: 0.5, seen: true, nested: { deep: 1 } })
  expect(notices).toMatchObject([{ message: '“{{section}}” settings reset.', values: { section: 'Sound' } }])
  notices[0]?.action?.run()
  expect(store.getState()).toMatchObject({ velocity: 0.9, seen: true, nested: { deep: 7 } })
})

it('the kernel creates setting commands once, at the first login, and disposes them', async () => {
  const kernel = await createTestKernel()
  const titles = () =>
    kernel.commands.all.getState().filter(({ id }) => id === 'core.settings-language-language').length
  expect(titles()).toBe(0)
  for (let login = 0; login < 2; login++) {
    kernel.events.emit(SESSION_CHANGED, { status: 'loggedIn', busy: false })
    await expect.poll(titles).toBe(1)
  }
  expectNoLeaks(kernel)
})
