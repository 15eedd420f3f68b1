/** Writes a new plugin's files: all of them, or none. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf, messageOf } from '../../src/core/platform/fretwork-error.js'
import { CliError, EXIT } from '../errors.js'

/** @throws CliError `folder_exists` unless the folder is missing or empty */
export function refuseExisting(folder: string): void {
  if (!existsSync(folder)) return
  let empty = false
  try {
    empty = readdirSync(folder).length === 0
  } catch (error) {
    throw unwritten(folder, error)
  }
  if (empty) return
  throw new CliError(
    'folder_exists',
    `${folder} exists already; choose another name, or remove it first.`,
    EXIT.badInput,
  )
}

interface Edit {
  readonly file: string
  readonly text: string
}

/**
 * @param folders new folders, each with its texts by path
 * @param edit an existing file to change once the folders are written
 * @throws CliError `not_written`, after removing what was written
 */
export function writeAll(
  folders: Readonly<Record<string, Readonly<Record<string, string>>>>,
  edit?: Edit,
): void {
  const made: string[] = []
  let path = ''
  try {
    for (const [folder, files] of Object.entries(folders)) {
      path = folder
      made.push(firstMissing(folder))
      for (const [name, text] of Object.entries(files)) {
        makeFolder(dirname(join(folder, name)))
        writeFileSync(join(folder, name), text)
      }
    }
    if (edit) {
      path = edit.file
      const draft = `${edit.file}.part`
      made.push(draft)
      writeFileSync(draft, edit.text)
      renameSync(draft, edit.file)
    }
  } catch (error) {
    for (const folder of made) removeIfPossible(folder)
    throw unwritten(path, error)
  }
}

function removeIfPossible(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // Where nothing can be written nothing can be removed; the first error is reported.
  }
}

/** Not with `recursive`, which never ends in folders such as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

/** The topmost folder of a path that does not exist yet, or the path itself. */
function firstMissing(folder: string): string {
  const parent = dirname(folder)
  return existsSync(parent) ? folder : firstMissing(parent)
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'the system does not allow it',
  EPERM: 'the system does not allow it',
  ENOENT: 'the system does not allow new folders there',
  ENOTDIR: 'a part of the path is not a folder',
  ENAMETOOLONG: 'the name is too long',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
}

function unwritten(path: string, error: unknown): CliError {
  return new CliError(
    'not_written',
    `${path} cannot be written (${REASONS[codeOf(error)] ?? messageOf(error)}); nothing was made.`,
    EXIT.badInput,
    { cause: error },
  )
}
