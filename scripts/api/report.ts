// The surface of the SDK as a page, and what has changed between two of them.
import type { Entry } from './surface.js'

const HEAD = `# The SDK's public surface

What plugin authors rely on, as \`npm run api-report\` finds it in the sources; \`npm test\` compares, and compiles the examples.
A change here is a change for every plugin: see *API stability* in [plugins.md](plugins.md).
In the examples, \`get\`, \`find\`, \`load\`, \`follow\`, \`extend\` and \`scope\` are those of the plugin's context.
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
  const titles = [...new Set([...ORDER, ...entries.map(groupOf).sort()])]
  const sections = titles.flatMap(title => {
    const found = entries.filter(entry => groupOf(entry) === title)
    const faces = [...new Set(found.map(({ face }) => face))]
    return faces.map((face, index) => `${index === 0 ? `## ${title}\n\n` : ''}${block(face, found)}`)
  })
  return [HEAD, ...sections].join('\n')
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
