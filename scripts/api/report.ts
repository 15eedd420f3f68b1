// The surface of the SDK as a page, and what has changed between two of them.
import { CORE, isCore } from './core-names.js'
import type { Entry } from './surface.js'

const HEAD = `# The SDK's public surface

Written by \`npm run api-report\`; \`npm test\` compares it with the sources and compiles the examples.
The *stable core* is what most plugins need. It stays for all of 1.x: a name that is replaced keeps working, marked *deprecated*, until 2.0. The *advanced* part is for plugins that go further; it is kept too, but grows and is renamed more often, with a note in the changelog.
In the examples, \`get\`, \`find\`, \`load\`, \`follow\`, \`extend\` and \`scope\` are those of the plugin's context.

# Stable core
`

const ADVANCED = `# Advanced

Everything else that the faces export: the types of the core's services, and services for special cases.
`

/** In this order: which group an entry belongs to, by its face and the module that declares it. */
const GROUPS: readonly (readonly [title: string, face: RegExp, module: RegExp])[] = [
  ['Testing', /^@fretwork\/sdk\/testing/, /./],
  ['Screens', /^@fretwork\/sdk\/react$/, /./],
  ['Manifest', /^@fretwork\/sdk$/, /core\/(commands|kernel\/manifest)\//],
  ['Events', /^@fretwork\/sdk$/, /core\/events\//],
  ['Settings', /^@fretwork\/sdk$/, /core\/settings\//],
  ['Music', /^@fretwork\/sdk$/, /core\/music\//],
  ['Services', /^@fretwork\/sdk$/, /./],
]
const ORDER = ['Manifest', 'Services', 'Events', 'Settings', 'Music', 'Screens', 'Testing']

export function groupOf({ face, module }: Entry): string {
  const known = GROUPS.find(([, faces, modules]) => faces.test(face) && modules.test(module))
  return known?.[0] ?? `Plugin ${face.slice(face.lastIndexOf('/') + 1)}`
}

export function reportText(entries: readonly Entry[]): string {
  const rest = entries.filter(entry => !isCore(entry))
  const titles = [...new Set([...ORDER, ...rest.map(groupOf).sort()])]
  const sections = titles.flatMap(title => {
    const found = rest.filter(entry => groupOf(entry) === title)
    const faces = [...new Set(found.map(({ face }) => face))]
    return faces.map((face, index) => `${index === 0 ? `## ${title}\n\n` : ''}${block(face, found)}`)
  })
  return [HEAD, ...coreSections(entries), ADVANCED, ...sections].join('\n')
}

function coreSections(entries: readonly Entry[]): string[] {
  const found = new Map(entries.map(entry => [`${entry.face} ${entry.name}`, entry]))
  return [...CORE].flatMap(([subject, keys]) => {
    const described = keys.flatMap(key => found.get(key) ?? []).map(coreEntry)
    return described.length === 0 ? [] : [`## ${subject}\n\n${described.join('\n')}`]
  })
}

function coreEntry({ name, face, sentence, since, deprecated, text, example }: Entry): string {
  const old = deprecated === undefined ? '' : `**Deprecated**: ${deprecated}. `
  return `### \`${name}\`

${old}${sentence ?? ''} *\`${face}\`, since ${since ?? ''}.*

\`\`\`ts
${text}
\`\`\`
\`\`\`ts
${example ?? ''}
\`\`\`
`
}

function block(face: string, entries: readonly Entry[]): string {
  const shown = entries
    .filter(entry => entry.face === face)
    .map(({ text, example }) => (example ? `${text}\n${example.replace(/^/gm, '// ')}` : text))
  return `From \`${face}\`:\n\n\`\`\`ts\n${shown.join('\n')}\n\`\`\`\n`
}

/** Lines that only one of two texts has, in their order: `- old`, `+ new`. */
export function differences(before: string, now: string): string[] {
  const [old, fresh] = [before.split('\n'), now.split('\n')]
  return [
    ...old.filter(line => !fresh.includes(line)).map(line => `- ${line}`),
    ...fresh.filter(line => !old.includes(line)).map(line => `+ ${line}`),
    // The same lines in another order, or one of them twice.
    ...(before !== now && sameLines(old, fresh) ? ['± the order or the number of lines'] : []),
  ]
}

function sameLines(old: readonly string[], fresh: readonly string[]): boolean {
  return old.every(line => fresh.includes(line)) && fresh.every(line => old.includes(line))
}
