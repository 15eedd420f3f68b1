import { useService, useStore } from '../../../core/react/kernel-context.js'
import { PluginScreen } from '../../../core/react/plugin-screen.js'
import { PANEL_PARTS } from '../internal-tokens.js'
import type { SongPanelPart } from '../tokens.js'

export function PanelParts({ slot }: Pick<SongPanelPart, 'slot'>) {
  return useStore(useService(PANEL_PARTS).items)
    .filter(part => part.slot === slot)
    .map(({ id, plugin, screen }) => <PluginScreen key={id} part plugin={plugin} screen={screen} />)
}
