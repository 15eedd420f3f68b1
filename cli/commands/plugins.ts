/** `fretwork plugins`: what is there, read from manifests alone. */

import { EXIT } from '../exit-codes.js'
import { createNodeKernel } from '../node-kernel.js'

export function list({ json = false }: { json?: boolean }): number {
  const kernel = createNodeKernel()
  const rows = kernel.host.manifests.map(manifest => {
    const state = kernel.host.state(manifest.id)
    const { routes = [], drawers = [], commands = [], settings = [] } = manifest.contributes ?? {}
    return {
      id: manifest.id,
      version: manifest.version,
      title: manifest.title,
      status: state?.status ?? 'registered',
      reason: state?.reason,
      runsIn: manifest.runsIn,
      provides: (manifest.provides ?? []).map(token => token.id),
      requires: (manifest.requires ?? []).map(token => token.id),
      contributes: {
        routes: routes.map(route => route.path),
        drawers: drawers.map(drawer => drawer.id),
        commands: commands.map(command => command.id),
        settings: settings.map(section => section.id),
      },
    }
  })
  kernel.dispose()
  if (json) {
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
    return EXIT.ok
  }
  const wide = Math.max(...rows.map(row => row.id.length))
  for (const row of rows) {
    const { routes, drawers, commands, settings } = row.contributes
    const counts = [
      [routes.length, 'route'],
      [drawers.length, 'drawer'],
      [commands.length, 'command'],
      [settings.length, 'settings section'],
    ] as const
    const contributes = counts
      .filter(([count]) => count > 0)
      .map(([count, what]) => `${count} ${what}${count === 1 ? '' : 's'}`)
      .join(', ')
    process.stdout.write(`${row.id.padEnd(wide)}  ${row.version}  ${row.status.padEnd(17)}  ${contributes}\n`)
    if (row.status !== 'registered' && row.reason)
      process.stdout.write(`${' '.repeat(wide)}  ${row.reason}\n`)
  }
  return rows.some(row => row.status === 'failed') ? EXIT.badInput : EXIT.ok
}
