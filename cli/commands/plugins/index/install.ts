/** `fretwork plugins install` and `remove`: a version of an index into an allow-list, with consent. */
import { resolve } from 'node:path'
import { ENGINE_VERSION } from '../../../../src/core/kernel/manifest/manifest-check.js'
import {
  permissionLines,
  permissionsOf,
  readIndexed,
  removeEntry,
  writeEntry,
} from '../../../../src/packages/installing.js'
import {
  COOLING_DAYS,
  chooseVersion,
  indexPlace,
  manifestPlace,
  readIndex,
} from '../../../../src/packages/plugin-index.js'
import type { PluginPackage } from '../../../../src/packages/plugin-package.js'
import { Refusal } from '../../../../src/packages/refusal.js'
import { CliError, EXIT } from '../../../errors.js'
import { askLine } from '../../../io/ask-line.js'
import { plain, printJson, printLine } from '../../../io/print.js'
import { packagePlace } from '../../../packages/list-place.js'
import { asCliError, inWords } from './refused.js'
import { claimOf } from './search.js'

export interface TakingOptions {
  /** The allow-list; the user's own unless given. */
  readonly list?: string
  readonly yes?: boolean
  /** Also what was just published. */
  readonly now?: boolean
  readonly coolingDays?: number
  readonly json?: boolean
}

/** @throws CliError `plugin_installed`, `consent_missing`, and what the index or the package is refused for */
export async function install(what: string, { index: named, ...options }: TakingOptions & { index: string }) {
  const [id = '', version, ...others] = what.split('@')
  if (version === '' || others.length > 0) {
    const message = `"${what}" is not a plugin with its version; write it as in chord-quiz@1.0.0.`
    throw new CliError('plugin_not_named', message, EXIT.usage)
  }
  const place = await inWords(Promise.resolve().then(() => indexPlace(named)))
  const index = await inWords(readIndex(place))
  const chosen = choose(() => chooseVersion(index, { id, version }, choosing(options)))
  const found = await inWords(readIndexed(place, id, chosen))
  const entry = {
    ...{ id, manifest: manifestPlace(place, chosen), integrity: chosen.integrity },
    ...{ index: place, version: chosen.version },
  }
  if (!options.json) {
    printLine(plain(`"${id}" ${chosen.version}: ${found.manifest.title}`))
    if (chosen.provenance) printLine(plain(`  ${claimOf(chosen.provenance)}`))
    for (const line of usesOf(found)) printLine(plain(`  ${line}`))
  }
  if (!options.yes && !(await agreed(`Install "${id}" ${chosen.version}?`))) {
    throw new CliError(
      'consent_missing',
      'Nothing was installed; agree at a terminal, or with --yes.',
      EXIT.badInput,
    )
  }
  const list = listOf(options)
  await inWords(writeEntry(list, entry))
  if (options.json) printJson({ ...entry, list, permissions: permissionsOf(found) })
  else printLine(`Installed "${id}" ${chosen.version} in ${list}.`)
  return EXIT.ok
}

/** @throws CliError `plugin_unknown` */
export async function remove(id: string, options: TakingOptions): Promise<number> {
  const list = listOf(options)
  if (!(await inWords(removeEntry(list, id)))) {
    const message = `${list} has no plugin "${id}" that was installed from an index; "fretwork plugins list" shows them.`
    throw new CliError('plugin_unknown', message, EXIT.notFound)
  }
  if (options.json) printJson({ id, list })
  else printLine(`Removed "${id}" from ${list}.`)
  return EXIT.ok
}

export function listOf({ list }: TakingOptions): string {
  return list === undefined ? packagePlace().path : resolve(list)
}

export function choosing({ now, coolingDays = COOLING_DAYS }: TakingOptions) {
  return { engine: ENGINE_VERSION, now: Date.now(), days: now ? 0 : coolingDays }
}

/** With the option that this program has for it. @throws CliError */
export function choose<T>(chosen: () => T): T {
  try {
    return chosen()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const message =
      error.code === 'version_cooling'
        ? error.message.replace(/take it now\.$/, 'take it with --now.')
        : error.message
    throw asCliError(error, message)
  }
}

/** What a package may use, as consent is asked for it. */
function usesOf(found: PluginPackage): string[] {
  if (found.manifest.permissions === undefined) {
    return ['does not say what it uses: on the command line it may use everything']
  }
  const lines = permissionLines(permissionsOf(found))
  return lines.length === 0
    ? ['uses nothing of Fretwork that needs a permission']
    : lines.map(line => `may use ${line}`)
}

/** @returns false where there is no terminal to ask at */
export async function agreed(question: string): Promise<boolean> {
  if (process.stdin.isTTY !== true) return false
  const answer = await askLine(`${question} [y/N] `, { hidden: false, stopped: 'Nothing was installed.' })
  return /^y(es)?$/i.test(answer?.trim() ?? '')
}
