import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/project.mjs'

export const PROJECT = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string
  readonly license: string
  readonly engines: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

export function rangeOf(name: string): string {
  const version = PROJECT.dependencies[name] ?? PROJECT.devDependencies[name]
  if (version === undefined) throw new Error(`package.json has no dependency "${name}".`)
  return `^${version.replace(/^npm:.*@/, '')}`
}

/** @param name package name without the `@fretwork/` scope */
export function beginPackage(out: string, name: string): string {
  const folder = join(out, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, 'scripts/packages/readme', `${name}.md`), join(folder, 'README.md'))
  cpSync(join(root, 'NOTICE'), join(folder, 'NOTICE'))
  return folder
}

export function writePackageJson(folder: string, name: string, own: Readonly<Record<string, unknown>>): void {
  const { version, license, engines } = PROJECT
  const content = { name: `@fretwork/${name}`, version, type: 'module', license, engines, ...own }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`)
}

export function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
}
