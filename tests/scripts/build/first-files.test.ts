import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { root } from '../../../scripts/lib/project.mjs'

const read = (file: string) => readFileSync(join(root, 'dist/app', file)).toString()
const scripts = [...read('index.html').matchAll(/<script type="module"[^>]* src="([^"]+)"/g)]
  .concat([...read('index.html').matchAll(/<link rel="modulepreload"[^>]* href="([^"]+)"/g)])
  .map(match => match[1] ?? '')

it('the login page’s scripts are at most 240 kB compressed', () => {
  const bytes = scripts.reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0)
  expect(bytes / 1000).toBeLessThanOrEqual(240)
})

it.each(['/fretboard', '/demo', '/link'])('files preloaded with %s import no other files', path => {
  const preloads: Record<string, string[]> = JSON.parse(read('preloads.json'))
  const files = preloads[path] ?? []
  const known = new Set([...scripts, ...files])
  const imports = files
    .filter(file => file.endsWith('.js'))
    .flatMap(file => [...read(file).matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)])
    .map(match => `/assets/${match[1]}`)
  expect(imports.filter(file => !known.has(file))).toEqual([])
})

/** Returns the source files listed in the scripts' source maps. */
const sourcesOf = (files: readonly string[]): string[] =>
  files
    .filter(file => existsSync(join(root, 'dist/app', `${file}.map`)))
    .flatMap(file => JSON.parse(read(`${file}.map`)).sources)

it('the login page loads no plugin except auth', () => {
  const plugins = sourcesOf(scripts).flatMap(source => /src\/plugins\/([^/]+)\//.exec(source)?.[1] ?? [])
  expect([...new Set(plugins)]).toEqual(['auth'])
})

it('files preloaded with the fretboard belong only to the neck and MIDI plugins', () => {
  const preloads: Record<string, string[]> = JSON.parse(read('preloads.json'))
  // All plugin manifests are included, so only runtime and UI files are compared.
  const running = sourcesOf(preloads['/fretboard'] ?? []).flatMap(
    source => /src\/plugins\/([^/]+)\/(?:runtime\.ts|ui\/)/.exec(source)?.[1] ?? [],
  )
  expect([...new Set(running)].toSorted()).toEqual(['fretboard', 'midi-io'])
})
