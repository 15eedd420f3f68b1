import type { PluginHost } from '../../../src/core/kernel/plugin-host.js'
import { getOrMake } from '../../../src/core/platform/store.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { createNodeKernel } from '../../platform/node-kernel.js'

const KINDS = ['requires', 'optional', 'lazy'] as const
type NeedKind = (typeof KINDS)[number]

type PluginMap = ReturnType<typeof mapPlugins>

export function graph({ mermaid = false, json = false }: { mermaid?: boolean; json?: boolean }): void {
  const kernel = createNodeKernel(PLUGINS)
  const map = mapPlugins(kernel.host)
  kernel.dispose()
  process.stdout.write(`${json ? JSON.stringify(map) : mermaid ? asMermaid(map) : asText(map)}\n`)
}

/** Maps the dependencies between plugins. Core tokens are left out, because every plugin can use them. */
export function mapPlugins({ manifests, report, states }: PluginHost) {
  const needs = new Map<string, { from: string; to: string; kind: NeedKind; tokens: string[] }>()
  const missing: { plugin: string; kind: NeedKind; token: string }[] = []
  for (const { id: from, ...manifest } of manifests) {
    for (const kind of KINDS) {
      for (const { id: token } of manifest[kind] ?? []) {
        const to = report.providers.get(token)
        if (to === 'core' || to === from) continue
        if (to === undefined) missing.push({ plugin: from, kind, token })
        else
          getOrMake(needs, `${from} ${kind} ${to}`, () => ({ from, to, kind, tokens: [] })).tokens.push(token)
      }
    }
  }
  const all = states.getState()
  return {
    plugins: manifests.map(({ id, title, version }) => ({
      ...{ id, title, version, reason: all[id]?.reason },
      status: all[id]?.status ?? 'registered',
    })),
    needs: [...needs.values()],
    missing,
  }
}

const MERMAID_ARROWS = { requires: '-->', optional: '-.->', lazy: '-.->' } as const

export function asText({ plugins, needs, missing }: PluginMap): string {
  const wide = Math.max(0, ...plugins.map(({ id }) => id.length))
  const row = (kind: string, text: string) => `  ${kind.padEnd(8)}  ${text}`
  return plugins
    .flatMap(({ id, status, reason }) => {
      const users = [...new Set(needs.filter(edge => edge.to === id).map(edge => edge.from))]
      return [
        `${id.padEnd(wide)}  ${status}${reason ? `: ${reason}` : ''}`,
        ...needs
          .filter(({ from }) => from === id)
          .map(({ kind, to, tokens }) => row(kind, `${to} (${tokens.join(', ')})`)),
        ...missing
          .filter(({ plugin }) => plugin === id)
          .map(({ kind, token }) => row(kind, `no plugin (${token})`)),
        ...(users.length === 0 ? [] : [row('used by', users.join(', '))]),
      ]
    })
    .join('\n')
}

/** Prefixes IDs, because some, such as `end`, are Mermaid keywords. */
export function asMermaid({ plugins, needs }: PluginMap): string {
  return [
    'flowchart LR',
    ...plugins.map(({ id, title }) => `  plugin-${id}["${title.replaceAll('"', '#quot;')}"]`),
    ...needs.map(
      ({ from, to, kind }) =>
        `  plugin-${from} ${MERMAID_ARROWS[kind]}${kind === 'requires' ? '' : `|${kind}|`} plugin-${to}`,
    ),
  ].join('\n')
}
