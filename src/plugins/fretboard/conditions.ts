/** Publishes the conditions that commands' `when` clauses use, and the frets that the selection needs. */
import type { PluginContext } from '../../core/kernel/manifest/plugin.js'
import { COMMANDS } from '../../core/kernel/services/tokens.js'
import type { ReadonlyStore } from '../../core/platform/store.js'
import { CHORD_FINDER, SELECTION_FRETS, SHARED_VIEW } from './internal-tokens.js'
import { fretsOf } from './neck/neck-view.js'
import { NECK_VIEW, SELECTION } from './tokens.js'

export function publishConditions({ get, scope }: PluginContext): void {
  const commands = get(COMMANDS)
  const publish = <T>(name: string, source: ReadonlyStore<T>, isSo: (state: T) => boolean) => {
    const update = () => commands.setContext(name, isSo(source.getState()))
    update()
    scope.onDispose(source.subscribe(update))
    scope.onDispose(() => commands.setContext(name, undefined))
  }
  const { positions } = get(SELECTION)
  publish('fretboard.selected', positions, selected => selected.length > 0)
  publish('fretboard.voicings', get(CHORD_FINDER).found, found => (found?.voicings.length ?? 0) > 0)
  publish('fretboard.positions', get(NECK_VIEW), view => view.position !== undefined)
  publish('fretboard.link', get(SHARED_VIEW), shared => shared !== undefined)

  // The selection must be visible, wherever a voicing, a saved shape or a move has put it.
  const needed = get(SELECTION_FRETS)
  scope.onDispose(
    positions.subscribe(selected => {
      const now = fretsOf(selected)
      const before = needed.getState()
      if (before?.from !== now?.from || before?.to !== now?.to) needed.setState(now, true)
    }),
  )
}
