/** The keys that commands bring and do without, because another plugin that is on has them already. */

import type { PluginHost } from '../host/plugin-host.js'
import { checkContributions } from './contribution-check.js'
import type { PluginManifest } from './plugin.js'

/** @returns tells of the plugins whose contributions count now: `<id of the command> <key>` each */
export function lostKeysAmong(
  host: Pick<PluginHost, 'report'>,
): (usable: readonly PluginManifest[]) => ReadonlySet<string> {
  let known: readonly PluginManifest[] = []
  let lost: ReadonlySet<string> = new Set()
  return usable => {
    if (usable.length === known.length && usable.every((manifest, at) => manifest === known[at])) return lost
    known = usable
    // Where no two of all the plugins clash, as is usual, no two of these do.
    const clashes = host.report.keyClashes.length === 0 ? [] : checkContributions(usable, () => undefined)
    lost = new Set(clashes.map(clash => `${clash.lost} ${clash.key}`))
    return lost
  }
}
