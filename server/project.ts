import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Returns the nearest folder at or above `from` with a package.json, which also works for bundles within the project.
 */
export function projectRoot(from: string = fileURLToPath(import.meta.url)): string {
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
    if (folder === dirname(folder)) return process.cwd()
  }
}

/** Base folder of relative paths in the configuration; the working folder if an update would replace the package. */
export function settingsFolder(root = projectRoot()): string {
  return root.split(sep).includes('node_modules') ? process.cwd() : root
}

export function serverVersion(root = projectRoot()): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}
