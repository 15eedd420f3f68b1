/** Checks the files and code of a built plugin, then runs it in memory. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { manifestFromJson } from '../../../../src/core/kernel/external-manifest.js'
import type { PluginManifest } from '../../../../src/core/kernel/plugin.js'
import { messageOf } from '../../../../src/core/platform/fretwork-error.js'
import { SERVICES } from '../../../../src/sandbox/host/offered.js'
import { folderSource } from '../../../../src/sandbox/packages/package-source.js'
import { type PluginPackage, readPackage } from '../../../../src/sandbox/packages/plugin-package.js'
import { Refusal } from '../../../../src/sandbox/packages/refusal.js'
import { badInput, notFound } from '../../../errors.js'
import { manifestIn } from '../../../packages/list-place.js'
import { locatedOf, textOf } from '../../../packages/package-code.js'
import type { Add, Finding } from '../plugins-finding.js'
import { checkCode } from './check-code.js'
import { checkTranslations } from './check-translations.js'
import { type Place, type ScannedCode, scanCode } from './scan-code.js'
import { tryPlugin } from './try-plugin.js'

const LARGE_KB = 200

export interface BuiltPlugin {
  readonly name: string
  readonly manifest?: PluginManifest
  readonly problems: readonly Finding[]
  readonly warnings: readonly Finding[]
}

export async function checkBuilt(path: string): Promise<BuiltPlugin> {
  const file = manifestFile(path)
  const problems: Finding[] = []
  const warnings: Finding[] = []
  let plugin = file
  const adding =
    (list: Finding[]): Add =>
    (code, message) => {
      // Report each position once. A failing panel is drawn twice, and a failing line may run several times.
      const position = /\(\S+:\d+\)/.exec(message)?.[0] ?? message
      if (!list.some(each => each.message.includes(position))) list.push({ plugin, code, message })
    }
  const [problem, warn] = [adding(problems), adding(warnings)]
  let found: PluginPackage
  try {
    found = await readPackage(folderSource(dirname(file), basename(file)))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    problem(error.code, `${file}: ${error.message}`)
    return { name: 'The plugin', problems, warnings }
  }
  const { manifest: json, codeSize } = found
  plugin = json.id
  if (basename(dirname(file)) === 'dist') checkProject(file, json.version, warn)
  if (codeSize > LARGE_KB * 1024)
    warn(
      'script_large',
      `The script has ${Math.round(codeSize / 1024)} kB, and users wait for it; above ${LARGE_KB} kB, look for a smaller package.`,
    )
  const located = locatedOf(found)
  const scanned = scanOf(textOf(found, json.entry) ?? '', problem)
  if (scanned) {
    const place = async ({ line, column }: Place) => {
      const position = await located(`(${json.entry}:${line}:${column})`)
      return position.includes('node_modules/') ? '' : ` ${position}`
    }
    const check = { scanned, json, place, located, problem, warn }
    await checkCode(check)
    checkTranslations(found, scanned, warn)
    // Don't run code that uses Node.js, which is accessible here but not in the sandbox.
    if (problems.length === 0) await tryPlugin(found, check)
  }
  const manifest = manifestFromJson(json, {
    services: SERVICES,
    locale: () => Promise.reject(new Error('Translations are checked above.')),
    load: () => Promise.reject(new Error('The code is run above.')),
  })
  return { name: json.id, manifest, problems, warnings }
}

function scanOf(code: string, problem: Add): ScannedCode | undefined {
  try {
    return scanCode(code)
  } catch (error) {
    problem('script_unreadable', `The script cannot be parsed: ${messageOf(error)}.`)
    return undefined
  }
}

/** Compares a build in `dist` with its sources and its package.json. */
function checkProject(manifest: string, built: string, warn: Add): void {
  const sources = join(dirname(manifest), '../src')
  const file = join(dirname(manifest), '../package.json')
  const builtAt = statSync(manifest).mtimeMs
  const names = existsSync(sources) ? readdirSync(sources, { recursive: true, encoding: 'utf8' }) : []
  if (names.some(name => statSync(join(sources, name)).mtimeMs > builtAt))
    warn('build_stale', 'The sources are newer than the build; run "npm run build".')
  if (!existsSync(file)) return
  const { private: isPrivate, version, files = [], keywords = [] } = JSON.parse(readFileSync(file, 'utf8'))
  if (version !== built) {
    const message = `package.json has version ${version}, but the build ${built}; run "npm run build".`
    warn('package_version', message)
  }
  if (isPrivate === true) return
  if (!files.some((each: string) => /^(\.?\/)?(dist|\*)/.test(each)))
    warn(
      'package_files',
      'package.json has no "dist" in "files", so npm would publish no plugin; add "files": ["dist"].',
    )
  if (!keywords.includes('fretwork-plugin'))
    warn(
      'package_keyword',
      'package.json lacks the keyword "fretwork-plugin", which lets others find the plugin.',
    )
}

function manifestFile(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw notFound('file_missing', `There is nothing at ${path}; name a plugin.json or its folder.`)
  const file = found.isDirectory() ? manifestIn(path) : path
  if (file !== undefined) return file
  const config = join(path, 'vite.config.ts')
  const message =
    existsSync(config) && !readFileSync(config, 'utf8').includes('fretworkPlugin(')
      ? `${config} lacks fretworkPlugin() of @fretwork/sdk/vite; add it to "plugins", then run "npm run build".`
      : `There is no plugin.json in ${path}, nor in its dist; run "npm run build" in it, or name the file.`
  throw badInput('manifest_missing', message)
}
