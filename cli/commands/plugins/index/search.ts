/** `fretwork plugins search`: what an index has, with what each plugin may use and who says that they built it. */

import type { IndexedVersion, PluginIndex, Provenance } from '../../../../src/core/api/plugin-index.js'
import { ENGINE_VERSION } from '../../../../src/core/kernel/manifest/manifest-check.js'
import { permissionLines } from '../../../../src/packages/installing.js'
import { fitsEngine, indexPlace, readIndex, versionsOf } from '../../../../src/packages/plugin-index.js'
import { EXIT } from '../../../errors.js'
import { plain, printJson, printLine } from '../../../io/print.js'
import { inWords } from './refused.js'

interface Found extends IndexedVersion {
  readonly id: string
  /** Newest first. */
  readonly versions: readonly string[]
}

export async function search(
  word: string | undefined,
  { index: named, json }: { index: string; json?: boolean },
): Promise<number> {
  const index = await inWords(Promise.resolve().then(() => readIndex(indexPlace(named))))
  const found = matching(index, word?.toLowerCase() ?? '')
  if (json) printJson(found)
  else if (found.length === 0) printLine(`No plugin of the index matches "${word ?? ''}".`)
  else for (const line of found.flatMap(linesOf)) printLine(plain(line))
  return found.length === 0 ? EXIT.notFound : EXIT.ok
}

function matching(index: PluginIndex, word: string): Found[] {
  return Object.keys(index.plugins)
    .sort()
    .flatMap(id => {
      const versions = versionsOf(index, id)
      const usable = versions.filter(({ yanked }) => yanked === undefined)
      const shown = usable.find(each => fitsEngine(each, ENGINE_VERSION)) ?? usable[0]
      if (!shown) return []
      const texts = [id, shown.title, shown.description ?? '']
      if (!texts.some(text => text.toLowerCase().includes(word))) return []
      return [{ id, ...shown, versions: versions.map(({ version }) => version) }]
    })
}

function linesOf(found: Found): string[] {
  const { id, version, title, description, publishedAt, permissions = {}, provenance, versions } = found
  const fits = fitsEngine(found, ENGINE_VERSION) ? '' : `, for engine ${found.engine}`
  const others = versions.filter(each => each !== version)
  return [
    `${id}  ${version}  ${title}${fits}`,
    ...(description === undefined ? [] : [`  ${description}`]),
    `  published ${publishedAt.slice(0, 10)}, ${Math.ceil(found.size / 1000)} kB`,
    ...permissionLines(permissions).map(line => `  may use ${line}`),
    ...(provenance ? [`  ${claimOf(provenance)}`] : []),
    ...(others.length === 0 ? [] : [`  other versions: ${others.join(', ')}`]),
  ]
}

/** @example claimOf({ builtBy: 'local', commit: '0a1b2c3d4e' }) // 'claimed: built by local at 0a1b2c3d4e' */
export function claimOf({ repository, commit, changed, builtBy }: Provenance): string {
  const from = repository === undefined ? '' : ` from ${repository}`
  const at = commit === undefined ? '' : ` at ${commit.slice(0, 10)}${changed ? ' with changes' : ''}`
  return `claimed: built by ${builtBy}${from}${at}`
}
