/** The code of plugins that are starting: asked for once, and often before it is needed. */
import type { ClockPort } from '../../platform/ports.js'
import type { PluginManifest, PluginRuntime } from '../manifest/plugin.js'
import { type LoadedPlugin, loadPlugin } from './activation.js'

export interface Fetched extends LoadedPlugin {
  /** How long it took to come, in milliseconds. */
  readonly ms: number
}

/** A screen that was loaded before its plugin was up, and whose it is. */
export interface ScreenAhead {
  readonly runtime: PluginRuntime
  readonly module: unknown
}

export class PluginFetches {
  private readonly coming = new Map<string, Promise<Fetched>>()

  constructor(private readonly clock: ClockPort) {}

  /**
   * The code of a plugin, on its way since it was asked for first. What could not be had is asked for anew: the
   * network may be back.
   * @throws FretworkError `plugin_load_failed`
   */
  fetch(manifest: PluginManifest): Promise<Fetched> {
    const { id } = manifest
    const known = this.coming.get(id)
    if (known) return known
    const asked = this.clock.now()
    const code = loadPlugin(manifest).then(loaded => ({ ...loaded, ms: this.clock.now() - asked }))
    // Who waits for it is told; where nobody does yet, it is tried again when it is needed.
    code.catch(() => {
      if (this.coming.get(id) === code) this.coming.delete(id)
    })
    this.coming.set(id, code)
    return code
  }

  /** A screen of a plugin that is starting, loaded as soon as its code is there; `undefined` where it could not be. */
  async screen(id: string, name: string): Promise<ScreenAhead | undefined> {
    const code = this.coming.get(id)
    try {
      const runtime = (await code)?.runtime
      // Where the application has ended meanwhile, nobody has a use for it.
      if (!runtime || this.coming.get(id) !== code) return undefined
      const module: unknown = await screenLoader(runtime, name)?.()
      return { runtime, module }
    } catch {
      // Met again, and told, where the screen is loaded in its turn.
      return undefined
    }
  }

  forget(id: string): void {
    this.coming.delete(id)
  }

  forgetAll(): void {
    this.coming.clear()
  }
}

/** What loads a screen, by its name. */
export function screenLoader({ screens = {} }: PluginRuntime, name: string) {
  return Object.hasOwn(screens, name) ? screens[name] : undefined
}
