/** The fields of a section as a form and commands need them: from its schema, with the words of its manifest. */
import { schemaFields, type ValueField } from '../platform/schema-fields.js'
import type { SettingsChoice, SettingsSection } from './section.js'
import type { Settings } from './settings.js'

export interface SettingsFormField extends ValueField {
  /** Its path in the section; longer than one for nested objects. */
  readonly path: readonly string[]
  /** Plain English; translated where it is shown. */
  readonly title: string
  readonly description?: string
  readonly unit?: string
  /** Its values by name, as the manifest calls them. */
  readonly named?: readonly SettingsChoice[]
  /** The list of the plugin's runtime that knows the values at the time: `choices[group][name]` there. */
  readonly lister?: { readonly group: string; readonly name: string }
  /** The command of the plugin's own that changes it. */
  readonly command?: string
  readonly byDefault: unknown
}

/** All fields that a person may change, those of nested objects one by one. */
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

/** @example inWords('midiOctaveOffset') // 'Midi octave offset' */
export function inWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `midi-io.select-output.port` names the list `port` of `midi-io.select-output`. */
function listerOf(name: string): SettingsFormField['lister'] {
  const at = name.lastIndexOf('.')
  return { group: name.slice(0, at), name: name.slice(at + 1) }
}

/** The values of a field by name, out of the section's long tables; undefined where those do not know it. */
export async function namesOf(
  section: SettingsSection,
  { path }: SettingsFormField,
  t: (english: string) => string,
): Promise<readonly SettingsChoice[] | undefined> {
  const tables = await section.names?.()
  return tables?.default(t)[path.join('.')]
}

/** The value of a field in a state of its section; undefined where it is left out. */
export function valueAt(state: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return state
  if (typeof state !== 'object' || state === null) return undefined
  return valueAt(new Map(Object.entries(state)).get(name), rest)
}

/** What to hand to `change` so that the field at `path` gets `value` and the other fields keep theirs. */
export function changeOf(state: object, [name = '', ...rest]: readonly string[], value: unknown): object {
  if (rest.length === 0) return { [name]: value }
  const inner = valueAt(state, [name])
  const kept = typeof inner === 'object' && inner !== null ? inner : {}
  return { [name]: { ...kept, ...changeOf(kept, rest, value) } }
}

/** Hidden fields are state, not choices: they stay as they are. @returns takes it back */
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

/** Whether each of these fields has its default. */
export function hasDefaults(state: object, fields: readonly SettingsFormField[]): boolean {
  return fields.every(
    ({ path, byDefault }) => JSON.stringify(valueAt(state, path)) === JSON.stringify(byDefault),
  )
}
