/** Publishes the conditions that commands' `when` clauses use, and the frets that the selection needs. */
import type { PluginContext } from '../../core/kernel/manifest/plugin.js'
import { COMMANDS } from '../../core/kernel/services/tokens.js'
import { CHORD_FINDER, SELECTION_FRETS, SHARED_VIEW } from './internal-tokens.js'
import { NECK_VIEW, SELECTION } from './tokens.js'

export function publishConditions({ get, scope }: PluginContext): void {
  const commands = get(COMMANDS)
  const follow = (
    name: string,
    source: { subscribe(listener: () => void): () => void },
    isSo: () => boolean,
  ) => {
    let published: boolean | undefined
    const tell = () => {
      const now = isSo()
      if (now !== published) commands.setContext(name, now)
      published = now
    }
    tell()
    scope.onDispose(source.subscribe(tell))
    scope.onDispose(() => commands.setContext(name, undefined))
  }
  const { positions } = get(SELECTION)
  const { found } = get(CHORD_FINDER)
  const view = get(NECK_VIEW)
  const guest = get(SHARED_VIEW)
  follow('fretboard.selected', positions, () => positions.getState().length > 0)
  follow('fretboard.voicings', found, () => (found.getState()?.voicings.length ?? 0) > 0)
  follow('fretboard.positions', view, () => view.getState().position !== undefined)
  follow('fretboard.link', guest, () => guest.getState() !== undefined)

  // The selection must be visible, wherever a voicing, a saved shape or a move has put it.
  const needed = get(SELECTION_FRETS)
  scope.onDispose(
    positions.subscribe(selected => {
      const frets = selected.map(position => position.fret)
      const from = Math.min(...frets)
      const to = Math.max(...frets)
      const before = needed.getState()
      if (frets.length === 0) return before && needed.setState(undefined, true)
      if (before?.from !== from || before.to !== to) needed.setState({ from, to }, true)
    }),
  )
}
