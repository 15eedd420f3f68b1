/** The screens that plugins add to the pages of people. */
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useService } from '../../../core/react/kernel-context.js'
import { PluginScreen } from '../../../core/react/plugin-screen.js'
import { PARTS } from '../internal-tokens.js'
import type { PeoplePart } from '../tokens.js'

export function PeopleParts({ slot }: Pick<PeoplePart, 'slot'>) {
  return useStore(useService(PARTS).items)
    .filter(part => part.slot === slot)
    .map(({ id, plugin, screen }) => <PluginScreen key={id} part plugin={plugin} screen={screen} />)
}
