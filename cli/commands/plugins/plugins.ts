/** `fretwork plugins list`: the plugins with what they contribute, read from manifests alone. */
import type { Kernel } from '../../../src/core/kernel/host/kernel.js'
import type { PluginManifest } from '../../../src/core/kernel/manifest/plugin.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { EXIT } from '../../errors.js'
import { printJson, printLine } from '../../io/print.js'
import type { InstalledPackage } from '../../packages/read-packages.js'
import { userPackages } from '../../packages/with-packages.js'
import { createNodeKernel } from '../../platform/node-kernel.js'

type Row = ReturnType<typeof rowOf>

/** @param named by `--plugins` */
export async function list({
  json = false,
  plugins: named,
}: {
  json?: boolean
  plugins?: string
}): Promise<number> {
  const { installed, refused } = await userPackages(
    named,
    PLUGINS.map(({ id }) => id),
  )
  const kernel = createNodeKernel([...PLUGINS, ...installed.map(({ manifest }) => manifest)])
  const rows = kernel.host.manifests.map(manifest =>
    rowOf(
      kernel,
      manifest,
      installed.find(each => each.manifest === manifest),
    ),
  )
  kernel.dispose()
  if (json) printJson([...rows, ...refused.map(each => ({ ...each, status: 'refused' }))])
  else {
    for (const line of rows.flatMap(row => linesOf(row, rows))) printLine(line)
    for (const { origin, reason } of refused) printLine(`${origin}  refused\n  ${reason}`)
  }
  const wrong = refused.length > 0 || rows.some(row => row.status === 'failed')
  return wrong ? EXIT.badInput : EXIT.ok
}

function rowOf({ host }: Kernel, manifest: PluginManifest, found?: InstalledPackage) {
  const { id, version, title, runsIn, contributes } = manifest
  const { routes = [], drawers = [], commands = [], settings = [] } = contributes ?? {}
  const state = host.state(id)
  const idsOf = (named: readonly { readonly id: string }[] = []) => named.map(each => each.id)
  return {
    ...{ id, version, title, runsIn },
    status: state?.status ?? 'registered',
    reason: state?.reason,
    ...(found && {
      origin: manifest.origin,
      integrity: found.allowed.integrity,
      index: found.allowed.index,
      // Packages have the rights of the command line itself.
      runs: runsIn.includes('node') ? ('in this process' as const) : undefined,
    }),
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

function linesOf(row: Row, rows: readonly Row[]): string[] {
  const wide = Math.max(...rows.map(({ id }) => id.length))
  const columns = [row.id.padEnd(wide), row.version, row.status.padEnd(17), brought(row)]
  const line = columns.join('  ').trimEnd()
  const below = [
    ...(row.status === 'registered' || !row.reason ? [] : [row.reason]),
    ...('origin' in row
      ? [[`from ${row.origin}`, row.runs && `runs ${row.runs}`].filter(Boolean).join(', ')]
      : []),
  ]
  return [line, ...below.map(text => `${' '.repeat(wide)}  ${text}`)]
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
