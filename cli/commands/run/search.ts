import { HOST_COMMANDS } from '../../../src/core/commands/built-in-commands.js'
import { byPage, offeredCommands } from '../../../src/core/commands/search/offered.js'
import { type Hit, PaletteSearch } from '../../../src/core/commands/search/palette-search.js'
import { settingsCommands } from '../../../src/core/commands/settings-commands.js'
import { navigationCommands } from '../../../src/core/kernel/contributions.js'
import { createKernel } from '../../../src/core/kernel/kernel.js'
import { checkManifests } from '../../../src/core/kernel/manifest-check.js'
import { pageOf, paletteValues, paletteWords } from '../../../src/core/kernel/palette-data.js'
import type { PluginManifest } from '../../../src/core/kernel/plugin.js'
import type { Kernel } from '../../../src/core/kernel/tokens.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { MIDI_PAGE } from '../../../src/plugins/midi-io/tokens.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { plain, printJson, printLine } from '../../io/print.js'

export interface SearchOptions {
  readonly language?: string
  readonly route?: string
  readonly limit?: number
  readonly loggedOut?: boolean
  readonly json?: boolean
}

const NECK = '/fretboard'

export async function searchCommands(
  typed: string,
  options: SearchOptions,
  plugins: readonly PluginManifest[],
): Promise<void> {
  const { limit = Number.POSITIVE_INFINITY, json } = options
  const hits = (await paletteHits([typed], options, plugins))[0]?.slice(0, limit) ?? []
  if (json) return printJson(hits)
  for (const { id, title, section, plan } of hits)
    printLine(plain(`${title}  (${[section, plan].filter(Boolean).join(', ')})  ${id}`))
}

export async function paletteHits(
  texts: readonly string[],
  options: SearchOptions = {},
  plugins: readonly PluginManifest[] = PLUGINS,
) {
  const kernel = await openPage(options, plugins)
  try {
    const { offered, search } = await paletteOf(kernel)
    const { first, others } = byPage(offered, pageOf(kernel.host, options.route ?? NECK))
    const unused = [...first, ...others].map(of => ({ of, name: of.name, asks: of.asks }))
    return texts.map(typed => (typed.trim() === '' ? unused : search.search(typed, MOST).hits).map(listed))
  } finally {
    kernel.dispose()
  }
}

export async function paletteOf(kernel: Kernel) {
  const { commands, host, translator } = kernel
  const text = {
    t: (sentence: string, values?: Readonly<Record<string, string>>) => translator.t('app', sentence, values),
    tm: (source: string, sentence: string) => translator.t(source, sentence),
  }
  const offered = offeredCommands(commands, text, host)
  const others = offeredCommands(commands, text, host, false)
  const search = new PaletteSearch({ offered, others, words: await paletteWords(kernel), text })
  search.take(await paletteValues(kernel, offered))
  return { offered, search }
}

const MOST = 300

function listed({ of: { command, section, plan }, name, args, asks }: Hit) {
  const { id, keys } = command
  return {
    id,
    title: name,
    kind: args ? 'value' : 'command',
    section,
    ...(args && { args }),
    asks,
    ...(plan && { plan }),
    keys,
  }
}

async function openPage(
  { language = 'en', route = NECK, loggedOut = false }: SearchOptions,
  plugins: readonly PluginManifest[],
) {
  const kernel = createKernel({
    platform: memoryPlatform({ languages: [language] }),
    // Searching does not run external plugins' code.
    plugins: plugins.map(each => (each.origin === undefined ? each : { ...each, activateOn: [] })),
    check: checkManifests,
    overrides: [[MIDI_PAGE, async () => undefined]],
    transport: () => Promise.reject(new Error('The palette is searched without a server.')),
  })
  const { commands, events, host, notices, settings, translator } = kernel
  for (const command of HOST_COMMANDS) commands.register(command, 'app', () => undefined)
  navigationCommands({ commands, events, host })
  await translator.init([language], [language])
  commands.setContext('loggedIn', !loggedOut)
  commands.setContext('route', route)
  if (!loggedOut) {
    const listed = (plugin: string, group: string, name: string) => host.choicesFor(plugin, group, name)
    settingsCommands({ commands, settings, translator, notices, listed })
  }
  await kernel.start()
  await host.trigger(`route:${route}`)
  commands.setContext('player.song', route === NECK && !loggedOut)
  commands.setContext('rightDrawers', route === NECK && !loggedOut)
  return kernel
}
