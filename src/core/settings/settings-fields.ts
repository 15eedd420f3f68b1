import { schemaFields, type ValueField } from '../platform/schema-fields.js'
import type { SettingsChoice, SettingsField, SettingsSection } from './section.js'
import type { Settings } from './settings.js'

export interface SettingsFormField
  extends ValueField,
    Pick<SettingsField, 'description' | 'unit' | 'command'> {
  readonly path: readonly string[]
  readonly title: string
  readonly named?: readonly SettingsChoice[]
  readonly lister?: { readonly group: string; readonly name: string }
  readonly byDefault: unknown
}

export function settingsFields(section: SettingsSection): readonly SettingsFormField[] {
  return leaves(schemaFields(section.schema), []).flatMap(({ path, field }) => {
    const id = path.join('.')
    const words = section.fields?.find(each => each.id === id || each.id === path[0])
    if (words?.hidden) return []
    const { title, description, unit, choices, command } = words?.id === id ? words : {}
    const named = typeof choices === 'string' ? undefined : choices
    return {
      ...field,
      ...(named && { kind: 'choice' as const, choices: named.map(choice => choice.value) }),
      path,
      title: title ?? path.map(inWords).join(': '),
      description,
      unit,
      named,
      lister: typeof choices === 'string' ? listerOf(choices) : undefined,
      command,
      byDefault: valueAt(section.defaults, path),
    }
  })
}

function leaves(
  fields: readonly ValueField[],
  above: readonly string[],
): { path: readonly string[]; field: ValueField }[] {
  return fields.flatMap(field => {
    const path = [...above, field.name]
    return field.kind === 'object' ? leaves(field.fields ?? [], path) : [{ path, field }]
  })
}

export function inWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function listerOf(name: string): SettingsFormField['lister'] {
  const at = name.lastIndexOf('.')
  return { group: name.slice(0, at), name: name.slice(at + 1) }
}

export async function namesOf(
  section: SettingsSection,
  { path }: SettingsFormField,
  t: (english: string) => string,
): Promise<readonly SettingsChoice[] | undefined> {
  const tables = await section.names?.()
  return tables?.default(t)[path.join('.')]
}

export function valueAt(state: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return state
  if (typeof state !== 'object' || state === null) return undefined
  return valueAt(new Map(Object.entries(state)).get(name), rest)
}

export function changeOf(state: object, [name = '', ...rest]: readonly string[], value: unknown): object {
  if (rest.length === 0) return { [name]: value }
  const inner = valueAt(state, [name])
  const kept = typeof inner === 'object' && inner !== null ? inner : {}
  return { [name]: { ...kept, ...changeOf(kept, rest, value) } }
}

/**
 * Resets a section to its defaults, except hidden fields, which are internal state.
 * @returns an undo function
 */
export function resetSection(settings: Settings, section: SettingsSection): () => void {
  const store = settings.store(section)
  const before = store.getState()
  const take = (from: object) => {
    let next: object = store.getState()
    for (const { path } of settingsFields(section)) {
      next = Object.assign({}, next, changeOf(next, path, valueAt(from, path)))
    }
    store.change(next)
  }
  take(section.defaults)
  return () => take(before)
}

export function hasDefaults(state: object, fields: readonly SettingsFormField[]): boolean {
  return fields.every(
    ({ path, byDefault }) => JSON.stringify(valueAt(state, path)) === JSON.stringify(byDefault),
  )
}
