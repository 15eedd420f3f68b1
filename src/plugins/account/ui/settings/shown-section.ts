import { fold } from '../../../../core/commands/search/text-form.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { languageSettings } from '../../../../core/settings/core-settings.js'
import type { SettingsSection } from '../../../../core/settings/section.js'
import { type SettingsFormField, settingsFields } from '../../../../core/settings/settings-fields.js'

export interface ShownSection {
  readonly section: SettingsSection
  /** Where the section’s strings come from: a plugin ID, or `core`. */
  readonly source: string
  readonly fields: readonly SettingsFormField[]
  readonly failure?: unknown
  readonly offers?: (value: unknown) => boolean
}

const GROUPS = phrases({
  general: 'General',
  fretboard: 'Fretboard',
  songs: 'Songs',
  practice: 'Practice',
  sound: 'Sound and MIDI',
  more: 'More',
})
const ORDER: readonly string[] = Object.values(GROUPS)

const GROUP_OF: Readonly<Record<string, string>> = {
  ...{ core: GROUPS.general, fretboard: GROUPS.fretboard },
  ...{ player: GROUPS.songs, tablature: GROUPS.songs, notation: GROUPS.songs, setlists: GROUPS.songs },
  ...{ practice: GROUPS.practice, progress: GROUPS.practice, trainers: GROUPS.practice },
  ...{ 'midi-io': GROUPS.sound, sound: GROUPS.sound, recording: GROUPS.sound, replay: GROUPS.sound },
}

export const groupOf = ({ source }: ShownSection): string => GROUP_OF[source] ?? GROUPS.more

export type Words = (source: string, english: string) => string

export function shownSections(
  sections: readonly SettingsSection[],
  sourceOf: (section: SettingsSection) => string,
): readonly ShownSection[] {
  const shown = sections.map(section => ({ section, source: sourceOf(section), ...readFields(section) }))
  return shown
    .filter(({ fields, failure }) => fields.length > 0 || failure !== undefined)
    .sort((a, b) => ORDER.indexOf(groupOf(a)) - ORDER.indexOf(groupOf(b)))
}

function readFields(section: SettingsSection): Pick<ShownSection, 'fields' | 'failure'> {
  try {
    return { fields: settingsFields(section) }
  } catch (failure) {
    // An external plugin’s schema may be unreadable. The other sections must still work.
    return { fields: [], failure }
  }
}

const ALSO: Readonly<Record<string, string>> = { 'Layout colorScheme': 'theme appearance Design Hell Dunkel' }

/** A search term can match the field’s title, description or unit, or the section’s title. */
export function searchSections(
  shown: readonly ShownSection[],
  search: string,
  words: Words,
): readonly ShownSection[] {
  const wanted = fold(search.trim()).split(/\s+/)
  return shown.flatMap(each => {
    const { section, source } = each
    const fields = each.fields.filter(({ path, title, description = '', unit = '', choices = [] }) => {
      const english = [section.title, title, description, unit]
      const others = [...choices, ALSO[`${section.id} ${path.join('.')}`] ?? '']
      const text = fold([...english, ...english.map(text => words(source, text)), ...others].join(' '))
      return wanted.every(word => text.includes(word))
    })
    return fields.length > 0 || search.trim() === '' ? [{ ...each, fields }] : []
  })
}

export function onlyTenantLanguages(languages: readonly string[]): (shown: ShownSection) => ShownSection {
  const spoken = ['auto', 'en', ...languages]
  return shown =>
    shown.section.id === languageSettings.id
      ? { ...shown, offers: value => spoken.includes(String(value)) }
      : shown
}
