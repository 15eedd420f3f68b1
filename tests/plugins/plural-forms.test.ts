// Sentences that count say one of a thing otherwise than two of it, each language in its own way.
import { expect, it } from 'vitest'
import { PLUGINS } from '../../src/plugins/plugin-list.js'
import { openKernel } from '../support/open-kernel.js'

async function speaking(language: string) {
  const plugins = PLUGINS.map(plugin => ({ ...plugin, activateOn: ['event:never'] as const }))
  const { kernel } = await openKernel({ plugins, languages: [language], loggedIn: false })
  return kernel.translator
}

interface Counting {
  readonly source: string
  readonly sentence: string
  readonly values?: Readonly<Record<string, string | number>>
  /** Whole words of it, for one and for two. */
  readonly en: readonly [one: string, two: string]
  readonly de: readonly [one: string, two: string]
}

const COUNTING: readonly Counting[] = [
  {
    source: 'core',
    sentence: 'Too many attempts. Try again in {{count}} seconds.',
    en: ['again in one second.', 'again in 2 seconds.'],
    de: ['Versuch es in einer Sekunde', 'Versuch es in 2 Sekunden'],
  },
  {
    source: 'fretboard',
    sentence:
      'The tuning “{{tuning}}” has only {{count}} strings. A neck needs at least {{limit}}, so standard tuning is shown.',
    values: { limit: 3, tuning: 'Diddley bow' },
    en: ['only one string.', 'only 2 strings.'],
    de: ['hat nur eine Saite.', 'hat nur 2 Saiten.'],
  },
  {
    source: 'midi-io',
    sentence: '± {{count}} semitones',
    en: ['1 semitone', '2 semitones'],
    de: ['1 Halbton', '2 Halbtöne'],
  },
]

it.each(COUNTING)('$source counts: $sentence', async ({ source, sentence, values, ...words }) => {
  for (const language of ['en', 'de'] as const) {
    const translator = await speaking(language)
    const said = (count: number) => `${translator.t(source, sentence, { ...values, count })} `
    const [one, two] = words[language]
    expect(said(1)).toContain(`${one} `)
    expect(said(2)).toContain(`${two} `)
    expect(said(0)).toBe(said(2).replace('2', '0'))
  }
})

it.each([
  ['en', 'Transposed by −1 semitone', 'Transposed by +2 semitones'],
  ['de', 'Um −1 Halbton transponiert', 'Um +2 Halbtöne transponiert'],
])('a song is transposed by one semitone, up or down, in %s', async (language, one, two) => {
  const translator = await speaking(language)
  const said = (count: number, semitones: string) =>
    translator.t('practice', 'Transposed by {{semitones}} semitones', { semitones, count })
  expect(said(-1, '−1')).toBe(one)
  expect(said(1, '−1')).toBe(one)
  expect(said(2, '+2')).toBe(two)
})
