import { describe, expect, it } from 'vitest'
import { wordsIn } from '../../scripts/words/check.js'

const refused = (text: string, file = 'src/a.ts') => wordsIn(file, text).map(({ word }) => word)

describe('the check of words', () => {
  it('names the line, the word and what to say', () => {
    expect(wordsIn('a.ts', '// Fine.\n// Whoever asks is told.')).toEqual([
      { file: 'a.ts', line: 2, word: 'Whoever', say: expect.stringContaining('users who') },
      { file: 'a.ts', line: 2, word: 'told', say: expect.stringContaining('notified') },
    ])
  })

  it('finds several words on a line, whatever their case, in code, texts and pages', () => {
    expect(refused('const shelf = t("Nobody stands here")')).toEqual(['Nobody', 'stands', 'shelf'])
    expect(refused('| It lies beside it |', 'docs/a.md')).toEqual(['lies', 'beside'])
  })

  it.each([
    'Math.floor(bar)',
    'MIDI stands for Musical Instrument Digital Interface.',
    'Nothing tells the two strings apart.',
    'There is no song yet.',
    'The session is no longer valid.',
    'server/mail/send.ts',
  ])('leaves alone: %s', text => expect(refused(text)).toEqual([]))

  it('has words of its own for German', () => {
    expect(refused('"Scale": "Skala"', 'src/a/locales/de.json')).toEqual(['Skala'])
    expect(refused('"Scale": "Skala"')).toEqual([])
  })
})
