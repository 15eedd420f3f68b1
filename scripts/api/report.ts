// The surface of the SDK as a page, and what has changed between two of them.
import type { Entry, Surface } from './surface.js'

const HEAD = `# The SDK's public surface

What plugin authors build on, face by face, as \`npm run api-report\` finds it in the sources; \`npm test\` compares.
A change here is a change for every plugin: see *API stability* in [plugins.md](plugins.md).
`

const REACHED = `## Reached from there
Types that no face exports by name, but that the names above lead to.
`

export function reportText({ faces, reached }: Surface): string {
  return `${[
    HEAD,
    ...faces.map(({ name, entries }) => `## ${name}\n\n${block(entries)}`),
    REACHED,
    ...reached.map(({ module, entries }) => `### ${module}\n\n${block(entries)}`),
  ].join('\n')}`
}

function block(entries: readonly Entry[]): string {
  return `\`\`\`ts\n${entries.map(({ text }) => text).join('\n')}\n\`\`\`\n`
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
