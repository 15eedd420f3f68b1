/** Changes neck settings from commands. */
import type { PluginContext } from '../../core/kernel/manifest/plugin.js'
import { SETTINGS } from '../../core/kernel/services/tokens.js'
import { SHARED_VIEW } from './internal-tokens.js'
import { type FretboardSettings, fretboardSettings } from './settings.js'

/** A setting that the user changes replaces the same setting of an open shared view. */
export function changeSettings(
  { get }: Pick<PluginContext, 'get'>,
  change: Partial<FretboardSettings>,
): void {
  get(SETTINGS).store(fretboardSettings).change(change)
  const guest = get(SHARED_VIEW)
  const open = guest.getState()
  if (!open) return
  const kept = Object.entries(open.settings).filter(([name]) => !(name in change))
  if (kept.length < Object.keys(open.settings).length) {
    guest.setState({ ...open, settings: Object.fromEntries(kept) }, true)
  }
}
