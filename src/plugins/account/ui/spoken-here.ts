/** Leaves those languages to choose from that the tenant speaks; English always is one. */
import { languageSettings } from '../../../core/settings/language.js'
import type { ShownSection } from '../shown-section.js'

export function spokenHere(languages: readonly string[]): (shown: ShownSection) => ShownSection {
  const spoken = ['auto', 'en', ...languages]
  return shown =>
    shown.section.id === languageSettings.id
      ? { ...shown, offers: value => spoken.includes(String(value)) }
      : shown
}
