import { redacted } from '../../../core/journal/redact.js'
import type { SettingsSection } from '../../../core/settings/section.js'

/** Fields without a form hold private content: songs, takes, drafts, devices. */
export function keptSettings(
  { schema, fields = [] }: Pick<SettingsSection, 'schema' | 'fields'>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const hidden = new Set(fields.filter(field => field.hidden).map(({ id }) => id))
  const shown = Object.entries(values).filter(([name]) => !hidden.has(name))
  return redacted(Object.fromEntries(shown), schema) as Record<string, unknown>
}
