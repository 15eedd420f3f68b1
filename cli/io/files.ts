import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import { codeOf, messageOf } from '../../src/core/platform/fretwork-error.js'
import { badInput, CliError, EXIT, notFound, wrongUsage } from '../errors.js'
import { plain } from './print.js'

export const STANDARD = '-'

export function nameOfFile(file: string): string {
  return file === STANDARD ? 'standard input' : file
}

export async function readInput(file: string, signal?: AbortSignal): Promise<Uint8Array> {
  try {
    return file === STANDARD ? await readStandardInput(signal) : await readFile(file)
  } catch (cause) {
    if (signal?.aborted)
      throw new CliError('input_given_up', 'Reading standard input was canceled.', EXIT.interrupted, {
        cause,
      })
    if (codeOf(cause) === 'ENOENT')
      throw notFound('file_missing', `There is no file "${file}"; check its path.`, cause)
    const reason = reasonOf(cause)
    throw badInput('file_unreadable', `"${file}" cannot be read (${reason}); choose another file.`, cause)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'part of the path is a file, not a folder',
  EACCES: 'you may not',
  EPERM: 'you may not',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
}

export function reasonOf(error: unknown): string {
  return REASONS[codeOf(error) ?? ''] ?? messageOf(error)
}

async function readStandardInput(signal: AbortSignal | undefined): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  const input = signal ? addAbortSignal(signal, process.stdin) : process.stdin
  for await (const chunk of input) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export function refuseExisting(path: string, { force = false }: { readonly force?: boolean | undefined }) {
  if (path === STANDARD || force) return
  const known = statSync(path, { throwIfNoEntry: false })
  if (known?.isFile() !== true) return
  throw wrongUsage('file_there', `"${plain(path)}" already exists. Use --force to replace it.`)
}

/**
 * Writes a file atomically.
 * @param newMode mode for a new file
 */
export async function writeWhole(path: string, content: string | Uint8Array, newMode = 0o666): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const known = await stat(target).catch(() => undefined)
  // Devices and pipes can't be replaced, so write to them directly.
  if (known && !known.isFile()) return writeFile(target, content)
  const draft = `${target}.${randomUUID().slice(0, 8)}.part`
  try {
    await writeFile(draft, content, { flag: 'wx', mode: known ? known.mode & 0o777 : newMode })
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/**
 * Writes to a file or standard output.
 * @throws CliError `file_unwritable`; nothing is changed in that case
 */
export async function writeOutput(path: string, content: string | Uint8Array): Promise<void> {
  if (path === STANDARD) process.stdout.write(content)
  else
    await writeWhole(path, content).catch(cause => {
      const message = `"${plain(path)}" cannot be written (${reasonOf(cause)}); choose another path.`
      throw badInput('file_unwritable', message, cause)
    })
}
