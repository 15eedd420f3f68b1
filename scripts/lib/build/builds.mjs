// Build folders. Each build has its own folder in `dist/builds`, so builds can run in parallel.
// `dist/current` links to the latest build. A running server has already resolved the link, so later builds
// do not affect it.
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { root } from '../project.mjs'

export const TARGETS = ['app', 'cli', 'server']

/**
 * Number of builds to keep: the current and previous builds, and one for a server that has not been
 * restarted.
 */
const KEPT = 3

/** Creates a build folder. Targets that are not rebuilt are copied from the current build. */
export function beginBuild(targets = TARGETS, folder = root, now = Date.now()) {
  const path = join(folder, 'dist', 'builds', `${now.toString(36).padStart(9, '0')}-${process.pid}`)
  mkdirSync(path, { recursive: true })
  for (const target of TARGETS.filter(name => !targets.includes(name))) {
    const present = join(folder, 'dist', target)
    if (existsSync(present)) cpSync(present, join(path, target), { recursive: true, dereference: true })
  }
  return path
}

/** Switches `dist/current` to a build atomically, and removes old builds. */
export function switchTo(path, folder = root) {
  const dist = join(folder, 'dist')
  const name = path.slice(join(dist, 'builds').length + 1)
  const link = join(dist, `current.${name}`)
  symlinkSync(join('builds', name), link, 'dir')
  renameSync(link, join(dist, 'current'))
  for (const target of TARGETS) {
    const fixed = join(dist, target)
    const present = lstatSync(fixed, { throwIfNoEntry: false })
    if (present?.isSymbolicLink()) continue
    // Older versions had a folder instead of a link.
    if (present) rmSync(fixed, { recursive: true, force: true })
    symlinkSync(join('current', target), fixed, 'dir')
  }
  const builds = readdirSync(join(dist, 'builds')).sort()
  for (const old of builds.slice(0, -KEPT))
    rmSync(join(dist, 'builds', old), { recursive: true, force: true })
}
