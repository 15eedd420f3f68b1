import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as sdk from '../../src/core/index.js'
import * as core from '../../src/core/kernel/tokens.js'
import { MAX_FRET } from '../../src/music/guitar/position.js'
import { TUNINGS } from '../../src/music/guitar/tunings.js'
import { EVENTS_OFFERED, POINTS, SERVICES } from '../../src/sandbox/host/offered.js'

const page = readFileSync(join(import.meta.dirname, '../../docs/plugins.md'), 'utf8')
const section = /^## Sandboxed plugins\n([\s\S]*?)^## /m.exec(page)?.[1] ?? ''
/** Services with a separate implementation in the worker: `src/sandbox/worker/stand-ins.ts`. */
const OWN_FORM = ['core.clock', 'core.commands', 'core.events', 'core.notices', 'core.plugin-storage']
const IN_CONTEXT = [...OWN_FORM, 'core.settings', 'core.translator']
const faces = import.meta.glob<Record<string, unknown>>('../../src/{core/index,plugins/*/tokens}.ts')
const exported = await Promise.all(Object.values(faces).map(face => face()))
/** Returns the ID of the service that plugins import as `name`. */
const idOf = (name: string) =>
  exported.map(face => Object(face[name]) as { readonly id?: string }).find(({ id }) => id !== undefined)?.id
const idsIn = (text: string) => [...text.matchAll(/`([A-Z_]{3,})`/g)].map(([, name = '']) => idOf(name))
const lineOf = (start: string) => section.split('\n').find(line => line.startsWith(start)) ?? ''

describe('“Sandboxed plugins” section in docs/plugins.md', () => {
  const rows = section
    .split('\n')
    .filter(line => /^\| `[A-Z_]+`/.test(line))
    .map(line => line.split('|').map(cell => cell.trim()))

  it('the “Sandboxed plugins” section lists all available services', () => {
    const listed = rows.flatMap(([, names = '']) => idsIn(names))
    expect(listed.toSorted()).toEqual([...SERVICES.map(({ id }) => id), ...IN_CONTEXT].toSorted())
  })

  it('the “Sandboxed plugins” section lists each service’s available members', () => {
    for (const { id, calls, stores } of SERVICES) {
      const [, , members = ''] = rows.find(([, names = '']) => idsIn(names).includes(id)) ?? []
      if (members.startsWith('everything')) continue
      for (const member of [...calls, ...stores]) expect(members, id).toContain(`\`${member}\``)
    }
  })

  it('the “Sandboxed plugins” section lists all available events and extension points', () => {
    expect(idsIn(lineOf('- **Events**')).toSorted()).toEqual(EVENTS_OFFERED.map(({ id }) => id).toSorted())
    expect(idsIn(lineOf('- **Extension points**')).toSorted()).toEqual(
      POINTS.map(({ point }) => point.id).toSorted(),
    )
  })
})

const read = (page: string) => readFileSync(join(import.meta.dirname, '../..', page), 'utf8')
const WORDS = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

it('README.md states the correct numbers of tunings, strings and frets', () => {
  const strings = TUNINGS.map(tuning => tuning.strings.length)
  const [fewest, most] = [Math.min(...strings), Math.max(...strings)].map(number => WORDS[number - 1])
  expect(read('README.md')).toContain(
    `${TUNINGS.length} tunings from ${fewest} to ${most} strings, up to ${MAX_FRET} frets`,
  )
})

it('docs/plugins.md lists every core service that does not need to be declared', () => {
  const sentence = /The services of the core need not be declared: (.*?)\./.exec(read('docs/plugins.md'))?.[1]
  const named = [...(sentence ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name)
  // The remaining services are internal, and plugins cannot import them.
  const offered = Object.keys(core).filter(name => name in sdk)
  expect(named.toSorted()).toEqual(offered.toSorted())
})
