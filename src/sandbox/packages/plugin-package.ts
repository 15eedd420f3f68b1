// Reads plugin packages. Fetched packages are cached, so that a restart does not depend on other servers.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import * as z from 'zod/mini'
import { filesOf, type PluginJson, pluginJson } from '../../core/contract/external-plugins.js'
import { checkIntegrity, folderSource, type PackageSource } from './package-source.js'
import { describeIssues, Refusal } from './refusal.js'

const KB = 1024
const LIMITS = { manifest: 256 * KB, package: 16 * 1024 * KB, files: 100 } as const

/** Content types by file extension. HTML is excluded, because it would run as a page of this origin. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.mid': 'audio/midi',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
}

const CODE = ['.js', '.mjs', '.css']

export interface PackageFile {
  readonly bytes: Buffer
  readonly type: string
}

export interface PluginPackage {
  readonly manifest: PluginJson
  readonly hash: string
  readonly manifestBytes: Buffer
  readonly files: ReadonlyMap<string, PackageFile>
  readonly codeSize: number
}

export async function readPackage(source: PackageSource, integrity?: string): Promise<PluginPackage> {
  const manifestBytes = await source.read('plugin.json', LIMITS.manifest)
  if (integrity !== undefined) checkIntegrity(manifestBytes, integrity, 'plugin.json', 'the allow-list')
  const manifest = readManifest(manifestBytes)
  const files = new Map<string, PackageFile>()
  let left = LIMITS.package
  for (const [path, expected] of Object.entries(filesOf(manifest))) {
    const bytes = await source.read(path, left)
    checkIntegrity(bytes, expected, path, 'plugin.json')
    left -= bytes.length
    files.set(path, { bytes, type: CONTENT_TYPES[extname(path)] ?? '' })
  }
  checkLocales(manifest, files)
  const code = [...files].filter(([path]) => CODE.includes(extname(path)))
  const codeSize = code.reduce((sum, [, { bytes }]) => sum + bytes.length, 0)
  return { manifest, hash: sha256(manifestBytes), manifestBytes, files, codeSize }
}

function readManifest(bytes: Buffer): PluginJson {
  let content: unknown
  try {
    content = JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new Refusal('manifest_invalid', 'plugin.json is not valid JSON.', { cause })
  }
  const { api, engine, title } = Object(content) as Readonly<Record<string, unknown>>
  if (api === undefined && typeof engine === 'string') {
    const name = typeof title === 'string' ? `“${title}”` : 'The plugin'
    const message = `${name} was written for Fretwork 1; install a version written for SDK 2, or ask its author for one.`
    throw new Refusal('plugin_outdated', message)
  }
  const parsed = pluginJson.safeParse(content)
  if (!parsed.success) {
    const faults = describeIssues(parsed.error.issues)
    throw new Refusal(
      'manifest_invalid',
      `plugin.json is invalid: ${faults}. Report this to the plugin’s author.`,
    )
  }
  checkFiles(parsed.data)
  return parsed.data
}

function checkFiles(manifest: PluginJson): void {
  const files = Object.keys(filesOf(manifest))
  const wrong = (message: string) => new Refusal('manifest_invalid', `plugin.json ${message}.`)
  if (files.length > LIMITS.files) throw wrong(`lists more than ${LIMITS.files} files`)
  const foreign = files.find(path => !Object.hasOwn(CONTENT_TYPES, extname(path)))
  if (foreign !== undefined) {
    throw wrong(`lists ${foreign}; only ${Object.keys(CONTENT_TYPES).join(', ')} are served`)
  }
  const missing = Object.values(manifest.locales ?? {}).find(path => !files.includes(path))
  if (missing !== undefined) throw wrong(`uses ${missing}, which has no hash in "files"`)
}

const sentences = z.record(z.string(), z.string())

function checkLocales({ locales = {} }: PluginJson, files: ReadonlyMap<string, PackageFile>): void {
  for (const path of Object.values(locales)) {
    try {
      sentences.parse(JSON.parse(files.get(path)?.bytes.toString('utf8') ?? ''))
    } catch (cause) {
      const message = `${path} must be a JSON object of texts and their translations. Report this to the plugin’s author.`
      throw new Refusal('manifest_invalid', message, { cause })
    }
  }
}

/**
 * Reads a package, or its cached copy, which is verified like any other source.
 * @throws Refusal
 */
export async function readWithCopy(
  source: PackageSource,
  integrity: string,
  { folder, warn }: { folder: string; warn: (message: string) => void },
): Promise<PluginPackage> {
  const place = join(folder, sha256(integrity))
  if (existsSync(place)) {
    try {
      return await readPackage(folderSource(place), integrity)
    } catch {
      await rm(place, { recursive: true, force: true })
    }
  }
  const fetched = await readPackage(source, integrity)
  await keep(place, fetched).catch(error =>
    warn(`Could not save a copy of ${source.origin} in ${folder}: ${error}`),
  )
  return fetched
}

export async function deleteUnlisted(folder: string, integrities: readonly string[]): Promise<void> {
  if (!existsSync(folder)) return
  const kept = new Set(integrities.map(sha256))
  for (const name of await readdir(folder)) {
    if (!kept.has(name)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Stores a package atomically. A crash leaves only a draft, which the next start deletes. */
async function keep(place: string, { manifestBytes, files }: PluginPackage): Promise<void> {
  const draft = `${place}.${randomUUID().slice(0, 8)}`
  for (const [path, { bytes }] of [['plugin.json', { bytes: manifestBytes }] as const, ...files]) {
    await mkdir(dirname(join(draft, path)), { recursive: true })
    await writeFile(join(draft, path), bytes, { mode: 0o600 })
  }
  await rename(draft, place).catch(() => rm(draft, { recursive: true, force: true }))
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
