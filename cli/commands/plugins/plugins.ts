import type { PluginManifest } from '../../../src/core/kernel/plugin.js'
import type { Kernel } from '../../../src/core/kernel/tokens.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { EXIT } from '../../errors.js'
import { counted, printJson, printLine } from '../../io/print.js'
import type { InstalledPackage } from '../../packages/read-packages.js'
import { userPackages } from '../../packages/with-packages.js'
import { createNodeKernel } from '../../platform/node-kernel.js'
import { permissionLines, permissionsOf } from './plugins-permissions.js'

type Row = ReturnType<typeof rowOf>

interface Options {
  readonly json?: boolean
  readonly permissions?: boolean
  readonly plugins?: string
}

export async function list({ json, permissions = false, plugins }: Options): Promise<number> {
  const { installed, refused } = await userPackages(plugins)
  const kernel = createNodeKernel([...PLUGINS, ...installed.map(({ manifest }) => manifest)])
  const packageOf = (manifest: PluginManifest) => installed.find(each => each.manifest === manifest)
  const rows = kernel.host.manifests.map(manifest => rowOf(kernel, manifest, packageOf(manifest)))
  kernel.dispose()
  if (json) printJson([...rows, ...refused.map(each => ({ ...each, status: 'refused' }))])
  else {
    const wide = Math.max(...rows.map(({ id }) => id.length))
    for (const line of rows.flatMap(row => linesOf(row, wide, permissions))) printLine(line)
    for (const { origin, reason } of refused) printLine(`${origin}  refused\n  ${reason}`)
  }
  const wrong = refused.length > 0 || rows.some(row => row.status === 'failed')
  return wrong ? EXIT.badInput : EXIT.ok
}

function rowOf(kernel: Kernel, manifest: PluginManifest, found?: InstalledPackage) {
  const { id, version, title, runsIn, contributes } = manifest
  const { routes = [], drawers = [], commands = [], settings = [] } = contributes ?? {}
  const state = kernel.host.state(id)
  const idsOf = (named: readonly { readonly id: string }[] = []) => named.map(each => each.id)
  return {
    ...{ id, version, title, runsIn },
    status: state?.status ?? 'registered',
    reason: state?.reason,
    ...(found && {
      origin: manifest.origin,
      integrity: found.allowed.integrity,
      package: found.allowed.package,
      runs: runsIn.includes('node') ? ('in this process' as const) : undefined,
    }),
    permissions: permissionsOf(kernel, manifest),
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

function linesOf(row: Row, wide: number, permissions: boolean): string[] {
  const line = [row.id.padEnd(wide), row.version, row.status.padEnd(17), brought(row)].join('  ').trimEnd()
  const below = [
    ...(row.status === 'registered' || !row.reason ? [] : [row.reason]),
    ...('origin' in row
      ? [[`from ${row.origin}`, row.runs && `runs ${row.runs}`].filter(Boolean).join(', ')]
      : []),
    ...(permissions ? permissionLines(row.permissions) : []),
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
    .map(([count, what]) => counted(count, what))
    .join(', ')
}
