import { appendFile, mkdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { codeOf, messageOf } from '../../src/core/platform/fretwork-error.js'
import { badInput, notFound, wrongUsage } from '../errors.js'
import { readInput, writeWhole } from '../io/files.js'
import type { GoldenFlags } from './golden-run.js'

const PACKED = '.gz'
const REASONS = 'golden-reasons.ndjson'
const MOST_BYTES = 1_000_000_000

const unpack = promisify(gunzip)
const pack = promisify(gzip)

export interface GoldenLogs {
  pathOf(file: string): Promise<string>
  read(path: string): Promise<string>
  /** @param addition returns the reason if the new log only adds to the known one */
  write(path: string, log: string, addition?: (known: string) => string | undefined): Promise<string>
}

export type AskReason = (path: string) => Promise<string | undefined>

export function goldenLogs(
  files: readonly string[],
  {
    golden,
    gzip: isPacked,
    reason: given,
    format,
  }: Pick<GoldenFlags, 'golden' | 'gzip' | 'reason' | 'format'>,
  askReason: AskReason = async () => undefined,
): GoldenLogs {
  const paths = new Set<string>()
  const twice = files.find(file => paths.size === paths.add(resolve(file)).size)
  if (twice !== undefined)
    throw wrongUsage(
      'golden_names',
      `"${twice}" is listed twice, but there is one golden log per file. List it once.`,
    )
  const folder = folderOfAll(files)
  const named = new Map<string, number>()
  for (const file of files) named.set(basename(file), (named.get(basename(file)) ?? 0) + 1)
  const isShared = (file: string) => (named.get(basename(file)) ?? 0) > 1
  const goldenName = (file: string) => (isShared(file) ? relative(folder, resolve(file)) : basename(file))

  const read = async (path: string): Promise<string> => {
    const bytes = await readInput(path)
    if (!path.endsWith(PACKED)) return new TextDecoder().decode(bytes)
    const unpacked = await unpack(bytes, { maxOutputLength: MOST_BYTES }).catch(cause => {
      const message = `"${path}" is not a compressed golden log (${messageOf(cause)}); write it again with --update.`
      throw badInput('golden_broken', message, cause)
    })
    return new TextDecoder().decode(unpacked)
  }
  const found = async (path: string): Promise<string | undefined> => {
    for (const each of [path, path + PACKED]) if (await isThere(each)) return each
    return undefined
  }

  return {
    async pathOf(file) {
      const isFolder = await stat(golden).then(
        known => known.isDirectory(),
        // A trailing slash means a folder that doesn't exist yet.
        () => files.length > 1 || /[\\/]$/.test(golden),
      )
      if (!isFolder && files.length > 1)
        throw wrongUsage(
          'golden_no_folder',
          `"${golden}" is a single file; specify a folder for several files.`,
        )
      return isFolder
        ? join(golden, `${goldenName(file)}.golden.${format === 'tab' ? 'txt' : 'ndjson'}`)
        : golden
    },
    async read(path) {
      return read((await found(path)) ?? path).catch(error => {
        if (codeOf(error) !== 'file_missing') throw error
        throw notFound('golden_missing', `There is no golden log "${path}"; write it with --update.`)
      })
    },
    async write(path, log, addition) {
      const known = await found(path)
      const target = known ?? (isPacked && !path.endsWith(PACKED) ? path + PACKED : path)
      const before = known === undefined ? undefined : await read(known)
      if (known !== undefined && before === log) return known
      const isChanged = known !== undefined && before !== undefined
      // Ignore a blank reason.
      const reason = isChanged ? given || addition?.(before) || (await askReason(known))?.trim() : undefined
      if (isChanged && !reason)
        throw wrongUsage(
          'reason_missing',
          `The golden log "${known}" would change; give a reason with --reason.`,
        )
      try {
        await mkdir(dirname(target), { recursive: true })
        // Store the reason first: if the log were changed without one, the user would never be asked for it again.
        if (isChanged) {
          const line = { log: basename(target), at: new Date().toISOString(), reason }
          await appendFile(join(dirname(target), REASONS), `${JSON.stringify(line)}\n`)
        }
        await writeWhole(target, target.endsWith(PACKED) ? await pack(log) : log)
      } catch (cause) {
        const message = `Cannot write the golden log "${target}" (${messageOf(cause)}). Choose another location.`
        throw badInput('golden_unwritable', message, cause)
      }
      return target
    },
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

function folderOfAll(files: readonly string[]): string {
  const [first = [], ...others] = files.map(file => dirname(resolve(file)).split(sep))
  const length = others.reduce((known, parts) => Math.min(known, commonLength(first, parts)), first.length)
  return first.slice(0, length).join(sep) || sep
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((part, index) => other[index] !== part)
  return at < 0 ? one.length : at
}
