/** `fretwork plugins list`: the plugins with what they contribute, read from manifests alone. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kernel } from '../../../src/core/kernel/host/kernel.js'
import type { PluginManifest } from '../../../src/core/kernel/manifest/plugin.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { EXIT } from '../../errors.js'
import { printJson, printLine } from '../../io/print.js'
import { checkoutRoot } from '../../platform/checkout.js'
import { createNodeKernel } from '../../platform/node-kernel.js'

/** Compressed bytes that a browser loads for a plugin: its own, and those shared with others. */
interface PluginSize {
  readonly own: number
  readonly shared: number
}

type Sizes = Readonly<Record<string, PluginSize>>
type Row = ReturnType<typeof rowOf>

export function list({ json = false }: { json?: boolean }): number {
  const kernel = createNodeKernel(PLUGINS)
  const sizes = builtSizes()
  const rows = kernel.host.manifests.map(manifest => rowOf(kernel, manifest, sizes))
  kernel.dispose()
  if (json) printJson(rows)
  else for (const line of rows.flatMap(row => linesOf(row, rows))) printLine(line)
  return rows.some(row => row.status === 'failed') ? EXIT.badInput : EXIT.ok
}

function rowOf({ host }: Kernel, manifest: PluginManifest, sizes: Sizes) {
  const { id, version, title, runsIn, contributes } = manifest
  const { routes = [], drawers = [], commands = [], settings = [] } = contributes ?? {}
  const state = host.state(id)
  const idsOf = (named: readonly { readonly id: string }[] = []) => named.map(each => each.id)
  return {
    ...{ id, version, title, runsIn },
    status: state?.status ?? 'registered',
    reason: state?.reason,
    size: sizes[id],
    provides: idsOf(manifest.provides),
    requires: idsOf(manifest.requires),
    optional: idsOf(manifest.optional),
    lazy: idsOf(manifest.lazy),
    extensionPoints: idsOf(manifest.extensionPoints),
    contributes: {
      routes: routes.map(route => route.path),
      drawers: idsOf(drawers),
      commands: idsOf(commands),
      settings: idsOf(settings),
    },
  }
}

/** As measured by the build of the app; empty if it is not built. */
function builtSizes(): Sizes {
  const file = join(checkoutRoot(), 'dist/app/plugin-sizes.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

function linesOf(row: Row, rows: readonly Row[]): string[] {
  const wide = Math.max(...rows.map(({ id }) => id.length))
  const size = row.size ? `${Math.ceil(row.size.own / 1000)} kB` : ''
  const columns = [row.id.padEnd(wide), row.version, row.status.padEnd(17), size.padStart(6), brought(row)]
  const line = columns.join('  ').trimEnd()
  return row.status === 'registered' || !row.reason ? [line] : [line, `${' '.repeat(wide)}  ${row.reason}`]
}

function brought({ contributes: { routes, drawers, commands, settings } }: Row): string {
  const counts = [
    [routes.length, 'route'],
    [drawers.length, 'drawer'],
    [commands.length, 'command'],
    [settings.length, 'settings section'],
  ] as const
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}${count === 1 ? '' : 's'}`)
    .join(', ')
}
