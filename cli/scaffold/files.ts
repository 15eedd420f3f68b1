/** Writes all of something or nothing: what is made stands beside its place until everything is written. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { codeOf, messageOf } from '../../src/core/platform/fretwork-error.js'
import { CliError, EXIT } from '../errors.js'

/** A new folder with texts by path, or a file whose text changes. */
export type Step =
  | { readonly folder: string; readonly files: Readonly<Record<string, string>> }
  | { readonly file: string; readonly text: string }

/** @throws CliError `folder_exists` where there is something already; an empty folder is nothing */
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

/** @throws CliError `not_written`; what was there before is there again then */
export function writeAll(steps: readonly Step[]): void {
  const undo: (() => void)[] = []
  let place = ''
  try {
    const ready = steps.map(step => {
      place = 'folder' in step ? step.folder : step.file
      return prepare(step, undo)
    })
    for (const finish of ready) finish()
  } catch (error) {
    for (const back of undo.reverse()) tryToUndo(back)
    throw unwritten(place, error)
  }
}

function tryToUndo(back: () => void): void {
  try {
    back()
  } catch {
    // What cannot be written cannot be removed either; the first failure is the one that is told.
  }
}

/** Writes a step beside its place. @returns puts it there */
function prepare(step: Step, undo: (() => void)[]): () => void {
  const place = 'folder' in step ? step.folder : step.file
  const half = join(dirname(place), `.${basename(place)}.${process.pid}.half`)
  const made = firstMissing(dirname(place))
  undo.push(() => {
    rmSync(half, { recursive: true, force: true })
    if (made) rmSync(made, { recursive: true, force: true })
  })
  if ('folder' in step) {
    for (const [path, text] of Object.entries(step.files)) {
      makeFolder(dirname(join(half, path)))
      writeFileSync(join(half, path), text)
    }
    return () => {
      // An empty folder of that name may stand there, for example one that a version control made.
      if (existsSync(place)) rmSync(place, { recursive: true })
      renameSync(half, place)
      undo.push(() => rmSync(place, { recursive: true, force: true }))
    }
  }
  const before = readFileSync(place, 'utf8')
  writeFileSync(half, step.text)
  return () => {
    renameSync(half, place)
    undo.push(() => writeFileSync(place, before))
  }
}

/** Not `recursive`, which goes on trying for ever where the system lets nobody make a folder, as below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

/** The topmost folder of a path that is not there yet. */
function firstMissing(folder: string): string | undefined {
  if (existsSync(folder)) return undefined
  return firstMissing(dirname(folder)) ?? folder
}

/** The system's own words name half-made folders that are gone by then. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'the system does not allow it',
  EPERM: 'the system does not allow it',
  ENOENT: 'the system lets nobody make a folder there',
  ENOTDIR: 'a part of the path is no folder',
  ENAMETOOLONG: 'the name is too long',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk can only be read',
}

function unwritten(place: string, error: unknown): CliError {
  return new CliError(
    'not_written',
    `${place} cannot be written (${REASONS[codeOf(error)] ?? messageOf(error)}); nothing was made.`,
    EXIT.badInput,
    { cause: error },
  )
}
