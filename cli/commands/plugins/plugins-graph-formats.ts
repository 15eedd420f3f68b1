/** A dependency graph of plugins as text for people, for Graphviz, for Mermaid, or as JSON. */
import type { PluginEdge, PluginMap } from './plugins-map.js'

export const GRAPH_FORMATS = ['text', 'dot', 'json', 'mermaid'] as const
export type GraphFormat = (typeof GRAPH_FORMATS)[number]

/** How firm the line of a need is drawn: what is required is solid, what is optional dashed, what is lazy dotted. */
const DOT_STYLES = { requires: 'solid', optional: 'dashed', lazy: 'dotted' } as const
const MERMAID_ARROWS = { requires: '-->', optional: '-.->', lazy: '-.->' } as const

const WRITERS: Readonly<Record<GraphFormat, (map: PluginMap) => string>> = {
  text: asText,
  dot: asDot,
  json: map => JSON.stringify(map, null, 2),
  mermaid: asMermaid,
}

/** @returns the whole text, without the last line break */
export function writeGraph(map: PluginMap, format: GraphFormat): string {
  return WRITERS[format](map)
}

function asText({ plugins, needs, missing }: PluginMap): string {
  const wide = Math.max(0, ...plugins.map(({ id }) => id.length))
  return plugins
    .flatMap(({ id, status, reason }) => [
      `${id.padEnd(wide)}  ${status}${reason ? `: ${reason}` : ''}`,
      ...needs.filter(edge => edge.from === id).map(edge => `  ${edge.kind.padEnd(8)}  ${needText(edge)}`),
      ...missing
        .filter(each => each.plugin === id)
        .map(({ kind, token }) => `  ${kind.padEnd(8)}  no plugin (${token})`),
      ...usersText(needs, id),
    ])
    .join('\n')
}

function needText({ to, tokens }: PluginEdge): string {
  return `${to} (${tokens.join(', ')})`
}

function usersText(needs: readonly PluginEdge[], id: string): string[] {
  const users = [...new Set(needs.filter(edge => edge.to === id).map(edge => edge.from))]
  return users.length === 0 ? [] : [`  ${'used by'.padEnd(8)}  ${users.join(', ')}`]
}

function asDot({ plugins, needs }: PluginMap): string {
  return [
    'digraph plugins {',
    '  rankdir=LR',
    '  node [shape=box]',
    ...plugins.map(({ id, title }) => `  ${quoted(id)} [label=${quoted(`${title}\n${id}`)}]`),
    ...needs.map(
      ({ from, to, kind, tokens }) =>
        `  ${quoted(from)} -> ${quoted(to)} [style=${DOT_STYLES[kind]}, tooltip=${quoted(tokens.join(', '))}]`,
    ),
    '}',
  ].join('\n')
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`
}

/** The names of nodes have a beginning of ours: Mermaid has words of its own, such as `end`. */
function asMermaid({ plugins, needs }: PluginMap): string {
  return [
    'flowchart LR',
    ...plugins.map(({ id, title }) => `  plugin-${id}["${title.replaceAll('"', '#quot;')}"]`),
    ...needs.map(
      ({ from, to, kind }) =>
        `  plugin-${from} ${MERMAID_ARROWS[kind]}${kind === 'requires' ? '' : `|${kind}|`} plugin-${to}`,
    ),
  ].join('\n')
}
