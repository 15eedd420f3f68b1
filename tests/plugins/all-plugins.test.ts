import { describe, expect, it } from 'vitest'
import { CORE_COMMANDS, HOST_COMMANDS } from '../../src/core/commands/built-in-commands.js'
import type { CommandWords } from '../../src/core/commands/search/palette-search.js'
import coreWords from '../../src/core/commands/words.json' with { type: 'json' }
import { navigationOf } from '../../src/core/kernel/contributions.js'
import { memoryPlatform } from '../../src/core/platform/memory-platform.js'
import { createTestKernel, expectNoLeaks } from '../../src/core/testing/test-kernel.js'
import { MIDI_PLUGINS } from '../../src/plugins/midi-plugins.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'
import { openKernel } from '../support/open-kernel.js'

describe('bundled plugins', () => {
  it.each(['browser', 'node'] as const)(
    'all plugins load on a %s host without problems or conflicting shortcuts',
    async host => {
      const { host: plugins } = await createTestKernel({
        plugins: PLUGINS,
        platform: memoryPlatform({ host }),
      })
      expect([plugins.report.problems, plugins.report.keyClashes]).toEqual([[], []])
      expect(plugins.manifests).toHaveLength(PLUGINS.length)
    },
  )

  it('descriptions are sentences', () => {
    expect(PLUGINS.filter(({ description = '' }) => !description.endsWith('.')).map(({ id }) => id)).toEqual(
      [],
    )
  })

  it('skipping the manifest checks does not change the plugin report', async () => {
    const checked = await createTestKernel({ plugins: PLUGINS })
    const trusting = await createTestKernel({ plugins: PLUGINS, check: undefined })
    expect(trusting.host.report).toEqual(checked.host.report)
  })

  it('English strings load synchronously, which saves a round trip on page load', async () => {
    const waiting: string[] = []
    for (const { id, locales } of PLUGINS) {
      if (!locales?.en) continue
      let here = false
      void locales.en().then(() => {
        here = true
      })
      // An import takes longer than one microtask.
      await Promise.resolve()
      if (!here) waiting.push(id)
    }
    expect(waiting).toEqual([])
  })

  it('each plugin can be started, stopped and restarted without leaks', async () => {
    const kernel = await createTestKernel({ plugins: PLUGINS })
    const { commands, events, host, platform } = kernel
    const registered = () => [events.listenerCount(), platform.clock.pending]
    for (const { id } of host.manifests) await host.activate(id)
    const before = registered()
    for (const { id, locked } of host.manifests) {
      if (locked) continue
      await host.disable(id)
      expect(commands.all.getState().filter(({ source }) => source === id)).toEqual([])
      await host.enable(id)
    }
    for (const { id } of host.manifests) await host.activate(id)
    const states = Object.values(host.states.getState())
    expect(states.filter(({ status }) => status !== 'active')).toEqual([])
    expect(registered()).toEqual(before)
    expectNoLeaks(kernel)
  })
})

it('MIDI_PLUGINS includes every plugin it depends on', async () => {
  const { kernel } = await openKernel({ plugins: MIDI_PLUGINS, host: 'node', midi: 'none' })
  expect(kernel.host.report.problems).toEqual([])
})

it('MIDI_PLUGINS is a subset of PLUGINS', () => {
  expect(MIDI_PLUGINS.filter(plugin => !PLUGINS.includes(plugin))).toEqual([])
})

const words: CommandWords = Object.assign(
  {},
  coreWords,
  ...(await Promise.all(PLUGINS.map(async plugin => (await plugin.words?.())?.default))),
)

it('every entry in words.json belongs to a command, screen or setting', () => {
  const known = new Set([
    ...[...CORE_COMMANDS, ...HOST_COMMANDS].map(({ id }) => id as string),
    ...PLUGINS.flatMap(({ contributes }) => (contributes?.commands ?? []).map(({ id }) => id)),
    ...navigationOf(PLUGINS).map(({ path }) => `app.go-to${path.replaceAll('/', '-')}`),
  ])
  expect(Object.keys(words).filter(id => !known.has(id) && !/\.settings-/.test(id))).toEqual([])
})

it('every command shown in the palette has search words', () => {
  const listed = PLUGINS.flatMap(({ contributes }) => contributes?.commands ?? []).filter(
    ({ hidden }) => !hidden,
  )
  expect(listed.filter(({ id }) => !words[id]?.en || !words[id]?.de).map(({ id }) => id)).toEqual([])
})

it.each([
  ['en', 'handout'],
  ['de', 'Handzettel'],
])('searching in %s for “%s” finds the printable neck and tablature pages', (language, word) => {
  const handouts = Object.keys(words).filter(id => words[id]?.[language]?.split(', ').includes(word))
  expect(handouts).toEqual(expect.arrayContaining(['fretboard.export-html', 'tablature.save-page']))
})
