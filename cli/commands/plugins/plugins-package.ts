/** Reads a built plugin: its plugin.json, and whether the files that it names exist and are unchanged. */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesOf, type PluginJson, pluginJson } from '../../../src/core/api/external-plugins.js'
import { manifestFromJson } from '../../../src/core/kernel/manifest/external-manifest.js'
import type { PluginManifest } from '../../../src/core/kernel/manifest/plugin.js'
import { FretworkError, messageOf } from '../../../src/core/platform/fretwork-error.js'
import { issueSentence } from '../../../src/core/platform/issue-sentence.js'
import { jsonProblemSentence } from '../../../src/core/platform/json-problem.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { CliError, EXIT } from '../../errors.js'
import { type Candidate, type Finding, idOf, nearEnd } from './plugins-finding.js'

/** @throws CliError `manifest_unreadable` if it is not JSON, `manifest_missing` if it is something else */
export function readPackage(file: string): Candidate {
  const content = readJson(file)
  const id = idOf(
    content,
    `${file} is not a plugin manifest: it has no "id"; name the plugin.json that the plugin's build has written.`,
  )
  const parsed = pluginJson.safeParse(content)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(issue => {
      const where = issue.path.length === 0 ? '' : ` at "${issue.path.join('.')}"`
      return finding(id, 'manifest_invalid', `${file} is wrong${where}: ${issueSentence(issue)}.`)
    })
    return { problems }
  }
  const problems = fileProblems(parsed.data, dirname(file))
  try {
    return { manifest: described(parsed.data, file), problems }
  } catch (error) {
    // With an unsupported schema, nothing else of the manifest can be checked.
    return { problems: [...problems, finding(parsed.data.id, 'schema_refused', messageOf(error))] }
  }
}

function readJson(file: string): unknown {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
    return JSON.parse(text)
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? jsonProblemSentence(text) : `cannot be read (${messageOf(error)})`
    const why = `${file} ${reason}; fix it, or build it again.`
    throw new CliError('manifest_unreadable', why, EXIT.badInput, { cause: error })
  }
}

/** Its code is not loaded. */
function described(json: PluginJson, file: string): PluginManifest {
  const refuse = () =>
    Promise.reject(new FretworkError('not_loaded', `A check does not run the code next to ${file}.`))
  return manifestFromJson(json, { load: refuse, locale: refuse })
}

function fileProblems(json: PluginJson, folder: string): Finding[] {
  const named = filesOf(json)
  const changed = Object.entries(named).flatMap(([path, integrity]) => {
    const wrong = fileProblem(join(folder, path), integrity)
    return wrong === undefined ? [] : finding(json.id, ...wrong)
  })
  const unnamed = [...Object.values(json.locales ?? {}), ...(json.styles ?? [])]
    .filter(path => !Object.hasOwn(named, path))
    .map(path =>
      finding(json.id, 'file_unnamed', `"${path}" of ${json.id} has no hash; name it in "files" too.`),
    )
  const scripts = Object.keys(named)
    .filter(path => /\.m?js$/.test(path) && statSync(join(folder, path), { throwIfNoEntry: false })?.isFile())
    .map(path => readFileSync(join(folder, path), 'utf8'))
  const bare = [...new Set(scripts.flatMap(bareImports))]
    .filter(name => !SHARED.includes(name))
    .map(name =>
      finding(
        json.id,
        'import_unknown',
        `${json.id} imports "${name}", which the application does not have for plugins; let the build bundle it${nearEnd(name, SHARED)}`,
      ),
    )
  return [...changed, ...unnamed, ...bare]
}

/** What the import map of the application has; a test compares it with the map. */
export const SHARED: readonly string[] = [
  ...['react', 'react-dom', 'react/jsx-runtime', '@fretwork/sdk', '@fretwork/sdk/react'],
  ...PLUGINS.map(({ id }) => `@fretwork/sdk/plugins/${id}`),
]

const IMPORT = /(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{][^'"`;()]*?from\s*)?["']([^'"./][^'"]*)["']/g
const DYNAMIC = /\bimport\(\s*["']([^'"./][^'"]*)["']\s*\)/g

function bareImports(script: string): string[] {
  return [IMPORT, DYNAMIC]
    .flatMap(pattern => [...script.matchAll(pattern)].map(([, name = '']) => name))
    .filter(name => !/^[a-z]+:/.test(name))
}

function fileProblem(path: string, integrity: string): [code: string, message: string] | undefined {
  const algorithm = integrity.slice(0, integrity.indexOf('-'))
  let content: Buffer
  try {
    content = readFileSync(path)
  } catch (error) {
    return ['file_missing', `${path} cannot be read (${messageOf(error)}); build the plugin again.`]
  }
  if (`${algorithm}-${createHash(algorithm).update(content).digest('base64')}` === integrity) return undefined
  return [
    'integrity_mismatch',
    `${path} is not the file whose hash the manifest has; build the plugin again.`,
  ]
}

function finding(plugin: string, code: string, message: string): Finding {
  return { plugin, code, message }
}
