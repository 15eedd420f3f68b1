// Must not import packages, because it runs before they are installed.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../project.mjs'

const STAMP = join('dist', '.sources')
const OUTPUTS = ['dist/app/index.html', 'dist/cli/main.mjs', 'dist/server/main.mjs']
const INPUTS = [
  'src',
  'cli',
  'server',
  'public',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'scripts/build.mjs',
  'scripts/lib/build/builds.mjs',
  'scripts/lib/build/precompress.mjs',
  'scripts/lib/build/preloads.ts',
  'scripts/lib/build/service-worker.ts',
]

function* files(path) {
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) yield path
  else for (const name of readdirSync(path).sort()) yield* files(join(path, name))
}

export function sourcesHash(folder = root) {
  const hash = createHash('sha256')
  for (const input of INPUTS) {
    for (const file of files(join(folder, input))) {
      hash
        .update(`${file.slice(folder.length)}\0`)
        .update(readFileSync(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

export function isBuilt(folder = root) {
  const stamp = join(folder, STAMP)
  if (!existsSync(stamp) || !OUTPUTS.every(output => existsSync(join(folder, output)))) return false
  return readFileSync(stamp, 'utf8') === sourcesHash(folder)
}

/** Removes the mark before a build, so that an interrupted build does not count as up to date. */
export function unmarkBuilt(folder = root) {
  rmSync(join(folder, STAMP), { force: true })
}

/** @param hash source hash, computed before the build */
export function markBuilt(hash, folder = root) {
  mkdirSync(join(folder, 'dist'), { recursive: true })
  writeFileSync(join(folder, STAMP), hash)
}
