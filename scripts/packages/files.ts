// What the three packages have in common: their folder, their version, package.json and notices.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/project.mjs'

export const PROJECT = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string
  readonly license: string
  readonly engines: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

/** The version that Fretwork itself uses, and all that are compatible with it. */
export function rangeOf(name: string): string {
  const version = PROJECT.dependencies[name] ?? PROJECT.devDependencies[name]
  if (version === undefined) throw new Error(`package.json has no dependency "${name}".`)
  return `^${version.replace(/^npm:.*@/, '')}`
}

/** An empty folder for a package, with its README. @param name without `@fretwork/` */
export function beginPackage(out: string, name: string): string {
  const folder = join(out, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, 'scripts/packages/readme', `${name}.md`), join(folder, 'README.md'))
  cpSync(join(root, 'NOTICE'), join(folder, 'NOTICE'))
  return folder
}

/** @param own what only this package has */
export function writePackageJson(folder: string, name: string, own: Readonly<Record<string, unknown>>): void {
  const { version, license, engines } = PROJECT
  const content = { name: `@fretwork/${name}`, version, type: 'module', license, engines, ...own }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`)
}

/** The licenses of the packages that were compiled in, which want to be passed on with every copy. */
export function writeNotices(folder: string, modules: Iterable<string>): void {
  const packages = new Map<string, string>()
  for (const id of modules) {
    const found = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(id.replace(/^\0/, ''))
    if (found) packages.set(found[2] ?? '', found[1] ?? '')
  }
  const notices = [...packages]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, place]) => notice(name, place))
  writeFileSync(
    join(folder, 'THIRD-PARTY.md'),
    `# Packages that are compiled in\n\n${notices.join('\n\n')}\n`,
  )
}

function notice(name: string, place: string): string {
  const { version, license } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
  const file = readdirSync(place).find(each => /^(licen[cs]e|copying)(\.|$)/i.test(each))
  const text =
    file && statSync(join(place, file)).isFile() ? readFileSync(join(place, file), 'utf8').trim() : ''
  return `## ${name} ${version} (${license})\n\n${text}`.trim()
}

/** All files below a folder, with `/` between names. */
export function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
}
