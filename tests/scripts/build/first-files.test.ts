import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { root } from '../../../scripts/lib/project.mjs'

const APP = join(root, 'dist/app')
const read = (file: string) => readFileSync(join(APP, file))
const html = read('index.html').toString()
const scripts = [...html.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(match => match[1] ?? '')
const preloads: Record<string, string[]> = JSON.parse(read('preloads.json').toString())
const kilobytes = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0) / 1000
const sourcesOf = (files: readonly string[]) =>
  files
    .filter(file => file.endsWith('.js') && !file.includes('rolldown-runtime'))
    .flatMap(file => (JSON.parse(read(`${file}.map`).toString()) as { sources: string[] }).sources)
/** The static imports of a built script. */
const importsOf = (file: string) =>
  [
    ...read(file)
      .toString()
      .matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g),
  ].map(match => `/assets/${match[1]}`)

describe('the files of the login page', () => {
  it('weigh no more than is promised to a phone, with room for what a login itself brings', () => {
    expect(kilobytes(scripts)).toBeLessThanOrEqual(199.5)
  })

  it('hold no plugin but the login’s', () => {
    const plugins = sourcesOf(scripts).flatMap(source => /src\/plugins\/([^/]+)\//.exec(source)?.[1] ?? [])
    expect([...new Set(plugins)]).toEqual(['auth'])
  })
})

describe('the files that the server announces with the fretboard', () => {
  const files = preloads['/fretboard'] ?? []

  it('are few and light enough for a slow phone', () => {
    expect(files.length).toBeLessThanOrEqual(9)
    expect(kilobytes(files)).toBeLessThanOrEqual(200)
  })

  it('are complete: none of them asks for another that is not there yet', () => {
    const known = new Set([...scripts, ...files])
    const missing = files.filter(file => file.endsWith('.js')).flatMap(importsOf)
    expect(missing.filter(file => !known.has(file))).toEqual([])
  })

  it('bring the neck and MIDI, and leave songs, the synthesizer and other screens for later', () => {
    const sources = sourcesOf(files).join('\n')
    expect(sources).toMatch(/src\/plugins\/fretboard\/ui\/fretboard-page\.tsx/)
    expect(sources).toMatch(/src\/plugins\/midi-io\/runtime\.ts/)
    expect(sources).not.toMatch(
      /src\/plugins\/(?!fretboard|midi-io)[^/]+\/(runtime\.ts|ui\/)|node_modules\/(tone|webmidi)\//,
    )
  })
})
