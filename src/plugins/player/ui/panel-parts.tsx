import { useService, useStore } from '../../../core/react/kernel-context.js'
import { PluginScreen } from '../../../core/react/plugin-screen.js'
import { PANEL_PARTS } from '../internal-tokens.js'
import type { SongPanelPart } from '../tokens.js'

/** The transport scrolls to this element. */
export const TRACKS_ID = 'song-tracks'

// Sorted by id: plugins activate in any order.
export function PanelParts({ slot }: Pick<SongPanelPart, 'slot'>) {
  return useStore(useService(PANEL_PARTS).items)
    .filter(part => part.slot === slot)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, plugin, screen }) => <PluginScreen key={id} part plugin={plugin} screen={screen} />)
}
