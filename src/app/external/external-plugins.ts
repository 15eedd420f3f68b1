/** Adds the plugins that the server's allow-list names for the logged-in user, and removes them at log-out. */
import { type ExternalPlugin, externalPlugins } from '../../core/api/external-plugins.js'
import type { Kernel } from '../../core/kernel/host/kernel.js'
import { manifestFromJson } from '../../core/kernel/manifest/external-manifest.js'
import { type Disposable, disposable } from '../../core/platform/disposable.js'
import { codeOf, messageOf } from '../../core/platform/fretwork-error.js'
import { ARRIVING } from './arriving.js'
import { externalPackage, type Surroundings } from './external-package.js'

/** @param origin of the page, `https://host` */
export function followExternalPlugins(
  kernel: Kernel,
  origin: string,
  surroundings?: Surroundings,
): Disposable {
  const { auth, commands, log } = kernel
  let present: readonly string[] = []
  let wanted = false
  /** Adding and removing happen one after the other. */
  let turn: Promise<void> = Promise.resolve()

  const bring = async () => {
    if (!wanted) return
    commands.setContext(ARRIVING, true)
    try {
      present = await addAll(kernel, origin, surroundings)
    } catch (error) {
      // The application works without them; the next page load tries again.
      log.warn('External plugins could not be listed', error)
    } finally {
      commands.setContext(ARRIVING, undefined)
    }
  }
  const takeAway = async () => {
    for (const id of present) {
      await kernel.host.remove(id).catch(error => log.warn(`${id} could not be removed`, error))
    }
    present = []
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

/** @returns their ids in the plugin host */
async function addAll(kernel: Kernel, origin: string, surroundings?: Surroundings): Promise<string[]> {
  const { api, commands, host } = kernel
  const { plugins, refused } = await api.call(externalPlugins)
  const ids = [
    ...plugins.map(plugin => add(kernel, plugin, origin, surroundings)),
    ...refused.map(plugin => kernel.host.refuse(plugin)),
  ]
  // They missed the events before they were added.
  await host.trigger('startup')
  const { route } = commands.conditions.getState()
  if (typeof route === 'string') await host.trigger(`route:${route}`)
  return ids
}

function add(kernel: Kernel, plugin: ExternalPlugin, page: string, surroundings?: Surroundings): string {
  const { manifest, base, origin, size } = plugin
  const { id, title, version } = manifest
  if (kernel.host.manifests.some(present => present.id === id)) {
    const reason = `There is a plugin called "${id}" already; this one is left out. Its author has to give it another id.`
    return kernel.host.refuse({ id, title, version, origin, code: 'plugin_twice', reason })
  }
  try {
    const access = externalPackage(manifest, new URL(base, page).href, surroundings)
    return kernel.host.add(manifestFromJson(manifest, { ...access, origin, size })).id
  } catch (error) {
    return kernel.host.refuse({ id, title, version, origin, code: codeOf(error), reason: messageOf(error) })
  }
}
