import {
  type ExternalPlugin,
  externalPlugins,
  type PluginJson,
  type PluginListing,
} from '../../core/api/external-plugins.js'
import type { Kernel } from '../../core/kernel/host/kernel.js'
import { manifestFromJson, type PackageAccess } from '../../core/kernel/manifest/external-manifest.js'
import { checkManifests } from '../../core/kernel/manifest/manifest-check.js'
import type { Locale, PluginManifest, PluginRuntime } from '../../core/kernel/manifest/plugin.js'
import { type Disposable, disposable } from '../../core/platform/disposable.js'
import { codeOf, FretworkError, messageOf } from '../../core/platform/fretwork-error.js'
import { ARRIVING } from '../plugins-wanted.js'
import { announceAsking, forgetAnnounced, type SessionMemory } from './asking.js'

/** @param origin of the page, `https://host` */
export function followExternalPlugins(
  kernel: Kernel,
  origin: string,
  surroundings?: Surroundings,
): Disposable {
  const { auth, commands, log } = kernel
  kernel.host.checkWith(checkManifests)
  let present: string[] = []
  let builds: Disposable | undefined
  let wanted = false
  /** Adding and removing happen one after the other. */
  let turn: Promise<void> = Promise.resolve()

  const bring = async () => {
    if (!wanted) return
    commands.setContext(ARRIVING, true)
    try {
      const answer = await kernel.api.call(externalPlugins)
      present = await addAll(kernel, answer, origin, surroundings)
      if (answer.watched) {
        const manifestOf = (plugin: ExternalPlugin) => manifestOfPlugin(kernel, plugin, origin, surroundings)
        const { followBuilds } = await import('./follow-builds.js')
        builds = followBuilds({
          kernel,
          known: answer.plugins,
          manifestOf,
          added: id => void present.push(id),
        })
      }
    } catch (error) {
      // The app works without them; the next page load tries again.
      log.warn('External plugins could not be listed', error)
    } finally {
      commands.setContext(ARRIVING, undefined)
    }
    await announceAsking(kernel, present, surroundings?.memory).catch(error =>
      log.warn('Plugins that ask for permissions could not be announced', error),
    )
  }
  const takeAway = async () => {
    builds?.dispose()
    builds = undefined
    for (const id of present) {
      await kernel.host.remove(id).catch(error => log.warn(`${id} could not be removed`, error))
    }
    present = []
    forgetAnnounced(kernel, surroundings?.memory)
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

async function addAll(
  kernel: Kernel,
  { plugins, refused }: PluginListing,
  origin: string,
  surroundings?: Surroundings,
): Promise<string[]> {
  const { commands, host } = kernel
  const ids = [
    ...plugins.map(plugin => add(kernel, plugin, origin, surroundings)),
    ...refused.map(plugin => kernel.host.refuse(plugin)),
  ]
  // They missed earlier events.
  await host.trigger('startup')
  const { route } = commands.conditions.getState()
  if (typeof route === 'string') await host.trigger(`route:${route}`)
  return ids
}

function add(kernel: Kernel, plugin: ExternalPlugin, page: string, surroundings?: Surroundings): string {
  const { id, title, version } = plugin.manifest
  const { origin } = plugin
  if (kernel.host.manifests.some(present => present.id === id)) {
    const reason = `There is a plugin called "${id}" already; this one is left out. Its author has to give it another id.`
    return kernel.host.refuse({ id, title, version, origin, code: 'plugin_twice', reason })
  }
  try {
    return kernel.host.add(manifestOfPlugin(kernel, plugin, page, surroundings)).id
  } catch (error) {
    return kernel.host.refuse({ id, title, version, origin, code: codeOf(error), reason: messageOf(error) })
  }
}

/** Its code never gets into the page. */
function loadApart(
  kernel: Kernel,
  { manifest: json, base }: ExternalPlugin,
  page: string,
  { locale }: PackageAccess,
): PackageAccess['load'] {
  return async () => {
    const { apartRuntime } = await import('./apart/apart-runtime.js')
    const apart = new URL(base.replace('/external/', '/apart/plugin/'), page).href
    const { locales = {}, styles = [], provides = [] } = json
    const runtime = apartRuntime({
      kernel,
      manifest: () => kernel.host.manifests.find(({ id }) => id === json.id) as PluginManifest,
      provides,
      base: apart,
      entry: json.entry,
      styles: styles.map(path => new URL(path, apart).href),
      locale: async language => {
        const path = locales[language]
        return path === undefined ? {} : (await locale(path)).default
      },
    })
    return { default: runtime }
  }
}

function manifestOfPlugin(
  kernel: Kernel,
  plugin: ExternalPlugin,
  page: string,
  surroundings?: Surroundings,
): PluginManifest {
  const { manifest, base, origin, runs, size } = plugin
  const access = externalPackage(manifest, new URL(base, page).href, surroundings)
  const load = runs === 'apart' ? loadApart(kernel, plugin, page, access) : access.load
  return manifestFromJson(manifest, { ...access, load, origin, runs, size })
}

/** Replaced in tests. */
interface Surroundings {
  readonly fetch: typeof fetch
  readonly importModule: (address: string) => Promise<{ default?: unknown }>
  readonly addStyle: (address: string, integrity: string | undefined) => void
  /** Lasts as long as the session. */
  readonly memory?: SessionMemory
}

const BROWSER: Surroundings = {
  fetch: (...request) => fetch(...request),
  importModule: address => import(/* @vite-ignore */ address),
  addStyle(href, integrity) {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, integrity })
    const before = [...document.head.querySelectorAll('link')].some(other => other.href === link.href)
    if (!before) document.head.append(link)
  },
}

/** @param base `https://host/external/<hash>/` */
function externalPackage(
  { entry, integrity, files = {}, styles = [] }: PluginJson,
  base: string,
  { fetch, importModule, addStyle }: Surroundings = BROWSER,
): PackageAccess {
  const hashes: Readonly<Record<string, string>> = { ...files, [entry]: integrity }
  const addressOf = (path: string) => new URL(path, base).href

  const fetchChecked = async (path: string): Promise<Response> => {
    const address = addressOf(path)
    try {
      return await fetch(address, { integrity: hashes[path] })
    } catch (cause) {
      // The browser does not tell a wrong hash from a missing file.
      const there = await fetch(address).then(
        answer => answer.ok,
        () => false,
      )
      throw there ? changed(path, cause) : gone(path, cause)
    }
  }

  return {
    async load() {
      // All code is checked first: the browser does not check what the entry imports.
      const scripts = Object.keys(hashes).filter(path => /\.m?js$/.test(path))
      await Promise.all(scripts.map(fetchChecked))
      for (const path of styles) addStyle(addressOf(path), hashes[path])
      const { default: runtime } = await importModule(addressOf(entry))
      if (typeof runtime === 'object' && runtime !== null) return { default: runtime as PluginRuntime }
      const message = `${entry} exports no runtime; its author has to write export default defineRuntime({ … }).`
      throw new FretworkError('runtime_missing', message)
    },
    locale: async path => ({ default: await (await fetchChecked(path)).json() }) as Locale,
  }
}

function changed(path: string, cause: unknown): FretworkError {
  const message = `${path} is not the file that was allowed; it was changed and is not run. Contact the operator of this server.`
  return new FretworkError('plugin_hash_refused', message, { cause })
}

function gone(path: string, cause: unknown): FretworkError {
  const message = `${path} cannot be fetched: the connection is gone, or the plugin was withdrawn. Reload the page.`
  return new FretworkError('plugin_unreachable', message, { cause })
}
