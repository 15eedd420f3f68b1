/** The states of all plugins, by id, as they change. */
import { createStore, type ReadonlyStore } from '../../platform/store.js'
import type { PluginState } from './plugin-state.js'

export class PluginStates {
  private readonly all = createStore<Readonly<Record<string, PluginState>>>({})

  get store(): ReadonlyStore<Readonly<Record<string, PluginState>>> {
    return this.all
  }

  get(id: string): PluginState | undefined {
    const all = this.all.getState()
    // An id comes from anywhere: `constructor` is no plugin.
    return Object.hasOwn(all, id) ? all[id] : undefined
  }

  /** Changes a plugin that is there; others are left alone, as their change came too late. */
  change(id: string, change: Partial<PluginState>): void {
    const state = this.get(id)
    if (state) this.all.setState({ [id]: { ...state, ...change } })
  }

  /** Takes these states and no others. */
  take(states: readonly PluginState[]): void {
    this.all.setState(Object.fromEntries(states.map(state => [state.id, state])), true)
  }
}
