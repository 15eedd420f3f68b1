/** Names of the SDK 1.0 that 1.1 has renamed or removed, so that error messages say what to use instead. */
import renamed from './renamed.json' with { type: 'json' }

/** The replacement for each name of 1.0. */
const USE = new Map(Object.entries(renamed.use))
/** Names that are imported from another plugin now. */
const MOVED = new Map(Object.entries(renamed.movedFromMidiFile))
/** Tokens and events, in a manifest or in code that makes its own. */
const IDS = new Map(Object.entries(renamed.ids))

/** @example insteadOf('placesOf') // 'use positionsOf' */
export function insteadOf(name: string, face = ''): string | undefined {
  if (MOVED.has(name) && face.endsWith('/midi-file')) return `import ${name} ${MOVED.get(name)}`
  if (renamed.internal.includes(name)) return 'it was internal, and has no replacement'
  const now = USE.get(name)
  return now && `use ${now}`
}

/**
 * What of 1.0 a script or the text of a plugin.json uses that 1.1 has renamed or removed.
 * @returns sentences such as `"placesOf" of @fretwork/sdk is gone: use positionsOf.`
 */
export function oldNamesIn(text: string): string[] {
  const names = [...namesTaken(text)].flatMap(([name, face]) => {
    const instead = insteadOf(name, face)
    return instead ? [`"${name}" of ${face} is gone: ${instead}.`] : []
  })
  const quoted = [...text.matchAll(/["'`](?:event:)?([\w-]+\.[\w-]+)["'`]/g)].map(([, id = '']) => id)
  const ids = [...new Set(quoted)].filter(id => IDS.has(id))
  return [...names, ...ids.map(id => `"${id}" has another id now: use "${IDS.get(id)}".`)]
}

const FACE = String.raw`\s*from\s*['"](@fretwork/sdk[^'"]*)['"]`
const LISTED = new RegExp(
  String.raw`(?:import|export)\s*(?:type\b)?\s*(?:[\w$]+\s*,\s*)?\{([^}]*)\}${FACE}`,
  'g',
)
const WHOLE = new RegExp(String.raw`import\s*\*\s*as\s+([\w$]+)${FACE}`, 'g')

/** Each name that is taken from the SDK, one by one or as a member of the whole module. */
function* namesTaken(script: string): Generator<readonly [name: string, face: string]> {
  for (const [, names = '', face = ''] of script.matchAll(LISTED)) {
    for (const each of names.split(',')) {
      const name = /^\s*(?:type\s+)?([\w$]+)/.exec(each)?.[1]
      if (name) yield [name, face]
    }
  }
  for (const [, whole = '', face = ''] of script.matchAll(WHOLE)) {
    const members = script.matchAll(
      new RegExp(String.raw`(?<![\w$.])${whole.replaceAll('$', '\\$')}\.(\w+)`, 'g'),
    )
    for (const name of new Set([...members].map(([, member = '']) => member))) yield [name, face]
  }
}
