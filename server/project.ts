import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Returns the nearest folder with a package.json, starting at `from`. Also works for bundles inside the
 * project.
 */
export function projectRoot(from: string = fileURLToPath(import.meta.url)): string {
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
    if (folder === dirname(folder)) return process.cwd()
  }
}

/**
 * Returns the folder that relative paths in the configuration refer to. It is the working directory if an
 * update would replace the package.
 */
export function settingsFolder(root = projectRoot()): string {
  return root.split(sep).includes('node_modules') ? process.cwd() : root
}

export function serverVersion(root = projectRoot()): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}
