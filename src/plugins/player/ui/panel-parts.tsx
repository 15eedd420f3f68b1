import { useService, useStore } from '../../../core/react/kernel-context.js'
import { PluginScreen } from '../../../core/react/plugin-screen.js'
import { PANEL_PARTS } from '../session/session-services.js'
import type { SongPanelPart } from '../tokens.js'

export const TRACKS_ID = 'song-tracks'

// Sort by ID. The activation order of plugins varies.
export function PanelParts({ slot }: Pick<SongPanelPart, 'slot'>) {
  return useStore(useService(PANEL_PARTS).items)
    .filter(part => part.slot === slot)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, plugin, screen }) => <PluginScreen key={id} part plugin={plugin} screen={screen} />)
}
