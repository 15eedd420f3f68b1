import { appendFile, mkdir, readdir, rename, stat } from 'node:fs/promises'
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
  /**
   * Returns the path of a file's log. In a folder, it mirrors the file's path from the folder's parent.
   * @param fits whether the file matches a log with a flat name from earlier versions, which ignored folders
   * @param moves whether to move such a log to its current path
   */
  pathOf(file: string, fits: (log: string) => boolean, moves?: boolean): Promise<string>
  read(path: string): Promise<string>
  /** @param addition returns the reason if the new log only adds to the existing one */
  write(path: string, log: string, addition?: (known: string) => string | undefined): Promise<string>
  /** Returns logs for files that no longer exist. */
  orphans(): Promise<readonly { readonly golden: string; readonly file: string }[]>
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
  const parent = dirname(resolve(golden))
  const ending = `.golden.${format === 'tab' ? 'txt' : 'ndjson'}`
  const placeOf = (file: string) => relative(parent, resolve(file)).replace(/^(\.\.[\\/])+/, '')
  const used = new Set<string>()
  const isFolder = async () =>
    stat(golden).then(
      known => known.isDirectory(),
      // A trailing slash means a folder that doesn't exist yet.
      () => files.length > 1 || /[\\/]$/.test(golden),
    )

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
    async pathOf(file, fits, moves = false) {
      if (!(await isFolder())) {
        if (files.length === 1) return golden
        throw wrongUsage(
          'golden_no_folder',
          `"${golden}" is a single file; specify a folder for several files.`,
        )
      }
      const inFolder = (name: string) => join(golden, name + ending)
      const [path, earlier] = [inFolder(placeOf(file)), inFolder(basename(file))]
      const flat = used.has(earlier) || (await found(path)) ? undefined : await found(earlier)
      const isOnlyOne = async () =>
        !(await isThere(join(parent, basename(file)))) &&
        !files.some(other => placeOf(other) !== placeOf(file) && basename(other) === basename(file))
      const isOwn = async (log: string) =>
        !hasVersion(log) && !isFailure(log) && (fits(log) || (!moves && (await isOnlyOne())))
      const isFlat = flat !== undefined && (await isOwn(await read(flat)))
      if (isFlat && moves)
        await mkdir(dirname(path), { recursive: true })
          .then(() => rename(flat, path + flat.slice(earlier.length)))
          .catch(cause => {
            throw unwritable(path, cause)
          })
      const known = isFlat && !moves ? earlier : path
      if (used.size === used.add(known).size)
        throw wrongUsage('golden_names', `"${known}" is the golden log of another file than "${file}".`)
      return known
    },
    async orphans() {
      if (!(await isFolder())) return []
      const names = await readdir(golden, { recursive: true }).catch(() => [])
      // The path of a file outside the folder's parent begins at one of the parent's ancestors.
      const folders = parent.split(sep)
      const ancestors = folders.map((_, index) => folders.slice(0, index + 1).join(sep) + sep)
      const roots = new Set([...ancestors, ...files.map(file => dirname(resolve(file)))])
      const lost: { readonly golden: string; readonly file: string }[] = []
      for (const name of names.toSorted()) {
        const [log = '', file = ''] = /^(.*)\.golden\.(?:ndjson|txt)(?=(?:\.gz)?$)/.exec(name) ?? []
        if (file === '' || used.has(join(golden, log))) continue
        const there = await Promise.all([...roots].map(root => isThere(join(root, file))))
        if (!there.includes(true)) lost.push({ golden: join(golden, name), file })
      }
      return lost
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
        throw unwritable(target, cause)
      }
      return target
    },
  }
}

function unwritable(path: string, cause: unknown) {
  const message = `Cannot write the golden log "${path}" (${messageOf(cause)}). Choose another location.`
  return badInput('golden_unwritable', message, cause)
}

export const isFailure = (log: string) => log.startsWith('{"fails":')

const hasVersion = (log: string) => log.includes('"golden":')

/** Logs from earlier versions may lack strings, frets and chords. */
export function isPartial(log: string): boolean {
  const isComplete = hasVersion(log) || (log.includes('"neck":') && log.includes('"chord":'))
  return log.startsWith('{') && !isFailure(log) && !isComplete
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
