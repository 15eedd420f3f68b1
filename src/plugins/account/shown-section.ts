/** The sections of settings as the page shows them: with the words of their plugins, and only what was searched for. */
import { fold } from '../../core/commands/search/text-form.js'
import type { SettingsSection } from '../../core/settings/section.js'
import { type SettingsFormField, settingsFields } from '../../core/settings/settings-fields.js'

export interface ShownSection {
  readonly section: SettingsSection
  /** The plugin it belongs to, or `core`: the namespace of its words. */
  readonly source: string
  readonly fields: readonly SettingsFormField[]
  /** Why its fields cannot be shown. */
  readonly failure?: unknown
  /** Whether a named value is offered here; all are unless given. */
  readonly offers?: (value: unknown) => boolean
}

/** Translates a text of a plugin. */
export type Words = (source: string, english: string) => string

/** Sections that have something to change, those of the application first. */
export function shownSections(
  sections: readonly SettingsSection[],
  sourceOf: (section: SettingsSection) => string,
): readonly ShownSection[] {
  const shown = sections.map(section => ({ section, source: sourceOf(section), ...readFields(section) }))
  return shown
    .filter(({ fields, failure }) => fields.length > 0 || failure !== undefined)
    .sort((a, b) => Number(b.source === 'core') - Number(a.source === 'core'))
}

function readFields(section: SettingsSection): Pick<ShownSection, 'fields' | 'failure'> {
  try {
    return { fields: settingsFields(section) }
  } catch (failure) {
    // A schema from outside that nobody can read is shown as such; the other sections stand.
    return { fields: [], failure }
  }
}

/** Every word that is searched for begins or is in the section's title, the field's, or its description. */
export function searchSections(
  shown: readonly ShownSection[],
  search: string,
  words: Words,
): readonly ShownSection[] {
  const wanted = fold(search.trim()).split(/\s+/)
  return shown.flatMap(each => {
    const { section, source } = each
    const fields = each.fields.filter(({ title, description = '', unit = '' }) => {
      const english = [section.title, title, description, unit]
      const text = fold([...english, ...english.map(text => words(source, text))].join(' '))
      return wanted.every(word => text.includes(word))
    })
    return fields.length > 0 || search.trim() === '' ? [{ ...each, fields }] : []
  })
}
