import { type ExternalPlugin, externalPlugins, type PluginJson } from '../core/contract/external-plugins.js'
import { manifestFromJson } from '../core/kernel/external-manifest.js'
import { checkManifests } from '../core/kernel/manifest-check.js'
import type { AnyToken, Locale, PluginManifest } from '../core/kernel/plugin.js'
import { ARRIVING, NOT_ANSWERED } from '../core/kernel/plugin-state.js'
import type { Kernel } from '../core/kernel/tokens.js'
import { askingNotice } from '../core/permissions/permissions.js'
import { attempted, codeOf, FretworkError, messageOf } from '../core/platform/fretwork-error.js'
import { type Disposable, disposable } from '../core/platform/store.js'

export function followExternalPlugins(kernel: Kernel, origin: string, surroundings: Surroundings = BROWSER) {
  const { auth, commands, host, log } = kernel
  let services: readonly AnyToken[] = []
  const manifestOf = (plugin: ExternalPlugin) =>
    manifestOfPlugin({ kernel, origin, surroundings, services }, plugin)
  host.checkWith(checkManifests)
  let present: string[] = []
  let builds: Disposable | undefined
  let wanted = false
  /** Serializes the addition and removal of plugins. */
  let turn: Promise<void> = Promise.resolve()

  const bring = async () => {
    if (!wanted) return
    commands.setContext(ARRIVING, true)
    try {
      const { plugins, refused, watched } = await kernel.api.call(externalPlugins)
      services = (await import('../sandbox/host/offered.js')).SERVICES
      present = [
        ...plugins.map(plugin => add(kernel, plugin, manifestOf)),
        ...refused.map(plugin => host.refuse(plugin)),
      ]
      await host.trigger('startup')
      const { route } = commands.conditions.getState()
      if (typeof route === 'string') await host.trigger(`route:${route}`)
      if (watched) {
        const added = (id: string) => void present.push(id)
        builds = followBuilds({ kernel, known: plugins, manifestOf, added })
      }
    } catch (error) {
      log.warn('Couldn’t list external plugins', error)
    } finally {
      commands.setContext(ARRIVING, undefined)
    }
    await announceAsking(kernel, present).catch(error =>
      log.warn('Couldn’t announce plugins that request permissions', error),
    )
  }
  const takeAway = async () => {
    builds?.dispose()
    builds = undefined
    for (const id of present)
      await host.remove(id).catch(error => log.warn(`${id} could not be removed`, error))
    present = []
    attempted(() => sessionStorage.removeItem(KEY))
    kernel.notices.withdraw('permissions')
  }
  const follow = () => {
    const loggedIn = auth.state.getState().status === 'loggedIn'
    if (loggedIn === wanted) return
    wanted = loggedIn
    turn = turn.then(loggedIn ? bring : takeAway)
  }

  follow()
  return disposable(auth.state.subscribe(follow))
}

/** @returns the plugin's id in the plugin host */
function add(
  { host }: Kernel,
  plugin: ExternalPlugin,
  manifestOf: (plugin: ExternalPlugin) => PluginManifest,
): string {
  const { id, title, version } = plugin.manifest
  const refuse = (code: string, reason: string) =>
    host.refuse({ id, title, version, origin: plugin.origin, code, reason })
  if (host.manifests.some(present => present.id === id)) {
    const reason = `A plugin with the ID "${id}" already exists, so this one was skipped. Its author needs to change the ID.`
    return refuse('plugin_twice', reason)
  }
  try {
    return host.add(manifestOf(plugin)).id
  } catch (error) {
    return refuse(codeOf(error), messageOf(error))
  }
}

interface Page {
  readonly kernel: Kernel
  readonly origin: string
  readonly surroundings: Surroundings
  readonly services: readonly AnyToken[]
}

function manifestOfPlugin(page: Page, plugin: ExternalPlugin): PluginManifest {
  const { kernel, origin, surroundings, services } = page
  const { manifest, origin: from, runs, size } = plugin
  const { id, entry, files: listed = {}, locales = {} } = manifest
  const map = `${entry}.map`
  const files = packageFiles(manifest, new URL(plugin.base, origin).href, surroundings)
  const locale = async (path: string): Promise<Locale> => ({
    default: await (await files.fetchChecked(path)).json(),
  })
  const load = async () => {
    const { externalRuntime, startHere } = await import('../sandbox/host/external-runtime.js')
    const { locatedIn } = await import('../sandbox/host/source-map.js')
    const inSandbox = async () => {
      const { startProcess } = await import('../sandbox/host/process.js')
      return startProcess
    }
    const base = runs === 'apart' ? plugin.base.replace('/external/', '/apart/plugin/') : plugin.base
    const runtime = externalRuntime({
      kernel,
      manifest: () => kernel.host.manifests.find(each => each.id === id) as PluginManifest,
      entry: new URL(base + entry, origin).href,
      locale: async language => {
        const path = locales[language]
        return path === undefined ? {} : (await locale(path)).default
      },
      start: runs === 'apart' ? await inSandbox() : startHere(kernel, () => files.importChecked()),
      located: locatedIn(async () =>
        Object.hasOwn(listed, map) ? (await files.fetchChecked(map)).text() : undefined,
      ),
      screen: async panel => (await import('../sandbox/host/panel-screen.js')).panelScreen(panel),
    })
    return { default: runtime }
  }
  return manifestFromJson(manifest, { services, origin: from, runs, size, locale, load })
}

/** Browser functions that tests replace. */
type Surroundings = typeof BROWSER

const BROWSER = {
  fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
  importModule: (address: string): Promise<unknown> => import(/* @vite-ignore */ address),
}

function packageFiles(
  { entry, integrity, files = {} }: PluginJson,
  base: string,
  { fetch, importModule }: Surroundings,
) {
  const hashes: Readonly<Record<string, string>> = { ...files, [entry]: integrity }
  const addressOf = (path: string) => new URL(path, base).href

  const fetchChecked = async (path: string): Promise<Response> => {
    const address = addressOf(path)
    try {
      return await fetch(address, { integrity: hashes[path] })
    } catch (cause) {
      // Browsers report the same error for a wrong hash and a missing file.
      const isThere = await fetch(address).then(
        answer => answer.ok,
        () => false,
      )
      const message = isThere
        ? `${path} doesn’t match the approved file and wasn’t run. Contact the operator of this server.`
        : `Couldn’t fetch ${path}: the connection was lost, or the plugin was removed. Reload the page.`
      throw new FretworkError(isThere ? 'plugin_hash_refused' : 'plugin_unreachable', message, { cause })
    }
  }
  const importChecked = async () => {
    // Browsers do not verify what `import` loads.
    await fetchChecked(entry)
    return importModule(addressOf(entry))
  }
  return { fetchChecked, importChecked }
}

/** Session storage key. The value survives reloads of this tab. */
const KEY = 'fretworkPermissionsAsked'

async function announceAsking({ host, notices, translator }: Kernel, ids: readonly string[]): Promise<void> {
  const waiting = ids.flatMap(id => {
    const state = host.state(id)
    return state?.code === NOT_ANSWERED.code ? [state] : []
  })
  // If the browser blocks storage, the user is prompted again after a reload.
  if (waiting.length === 0 || attempted(() => sessionStorage.getItem(KEY))) return
  attempted(() => sessionStorage.setItem(KEY, 'yes'))
  notices.post(
    askingNotice(Object.fromEntries(waiting.map(({ id, title }) => [id, translator.t(id, title)]))),
  )
}

const ASK_EACH_MS = 1000

interface BuildsParts {
  readonly kernel: Kernel
  readonly known: readonly ExternalPlugin[]
  readonly manifestOf: (plugin: ExternalPlugin) => PluginManifest
  readonly added: (id: string) => void
}

/**
 * Replaces rebuilt plugins without a reload, for development. A changed build has a different `base`. If a
 * plugin is rejected while its files are being written, the previous version stays active.
 */
function followBuilds({ kernel, known, manifestOf, added }: BuildsParts): Disposable {
  const { api, host, log } = kernel
  const bases = new Map(known.map(({ manifest, base }) => [manifest.id, base]))
  let ended = false
  let asking = false

  const take = async (plugin: ExternalPlugin) => {
    const { id } = plugin.manifest
    const isNew = !bases.has(id)
    // Remember the build before loading it. Otherwise, a broken build would be retried every second.
    bases.set(id, plugin.base)
    try {
      if (isNew) {
        added(host.add(manifestOf(plugin)).id)
        await host.trigger('startup')
      } else await host.replace(manifestOf(plugin))
      log.info(`Replaced without a reload: ${id}.`)
    } catch (error) {
      log.error(`Couldn’t replace ${id} with its new build: ${messageOf(error)}`, error)
    }
  }

  const ask = async () => {
    if (asking || ended) return
    asking = true
    try {
      const { plugins } = await api.call(externalPlugins)
      for (const plugin of plugins)
        if (!ended && bases.get(plugin.manifest.id) !== plugin.base) await take(plugin)
    } catch (error) {
      log.warn('Couldn’t check for new plugin builds', error)
    } finally {
      asking = false
    }
  }

  const timer = kernel.platform.clock.every(ASK_EACH_MS, () => void ask())
  return disposable(() => {
    ended = true
    timer.dispose()
  })
}
