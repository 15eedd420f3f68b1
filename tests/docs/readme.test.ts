import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as sdk from '../../src/core/index.js'
import * as core from '../../src/core/kernel/services/tokens.js'
import { MAX_FRET } from '../../src/core/music/guitar/position.js'
import { TUNINGS } from '../../src/core/music/guitar/tunings.js'

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

it('README.md has the right numbers of tunings, strings and frets', () => {
  const strings = TUNINGS.map(tuning => tuning.strings.length)
  const [fewest, most] = [Math.min(...strings), Math.max(...strings)].map(number => WORDS[number - 1])
  expect(read('README.md')).toContain(
    `${TUNINGS.length} tunings from ${fewest} to ${most} strings, up to ${MAX_FRET} frets`,
  )
})

it('docs/plugins.md names every service of the core that need not be declared', () => {
  const sentence = /The services of the core need not be declared: (.*?)\./.exec(read('docs/plugins.md'))?.[1]
  const named = [...(sentence ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name)
  // Other services are internal, and plugins cannot import them.
  const offered = Object.keys(core).filter(name => name in sdk)
  expect(named.toSorted()).toEqual(offered.toSorted())
})
