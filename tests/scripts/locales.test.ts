import { describe, expect, it } from 'vitest'
import { checkProject } from '../../scripts/locales/areas.js'
import { sourceKeys } from '../../scripts/locales/source-keys.js'
import { testFolder } from '../support/test-folder.js'

const keysIn = (text: string, manifest = false) =>
  sourceKeys('a.tsx', text, manifest).phrases.map(phrase => phrase.key)

it('sourceKeys finds t() on any object and reports its line', () => {
  const { phrases } = sourceKeys('a.ts', "t('Log in')\n\ni18n.t(`Log out`)", false)
  expect(phrases.map(({ key, line }) => [key, line])).toEqual([
    ['Log in', 1],
    ['Log out', 3],
  ])
})

it.each<[string, string, readonly string[], boolean?]>([
  ['both sides of a condition', "t(open ? 'Close' : 'Open')", ['Close', 'Open']],
  ['the key of <Trans>', '<Trans i18nKey="Read the <1>terms</1>">x</Trans>', ['Read the <1>terms</1>']],
  ['the text of <Trans>', '<Trans>\n  Log in\n  again\n</Trans>', ['Log in again']],
  [
    'titles and descriptions of a manifest',
    "definePlugin({ id: 'x', title: 'Sound', contributes: [{ description: 'A drawer' }] })",
    ['Sound', 'A drawer'],
    true,
  ],
  ['no titles of other objects', "const card = { title: 'not for users' }", []],
  ['titles of objects with an id', "const COMMANDS = [{ id: 'a', title: 'Log out' }]", ['Log out']],
  ['sections of objects with an id', "register({ id: 'a', title: item.title, section: 'Go to' })", ['Go to']],
  [
    'the texts of a notice',
    "board.post({ kind: 'error', message: 'It is empty.', action: { label: 'Undo', run } })",
    ['It is empty.', 'Undo'],
  ],
  ['no messages of other post() calls', "http.post({ message: 'not for users' })", []],
  [
    'the sentences of a marked table',
    "phrases({ timeout: 'It took too long.', deep: ['Try again.'] })",
    ['It took too long.', 'Try again.'],
  ],
])('sourceKeys finds %s', (_, text, keys, manifest = false) => expect(keysIn(text, manifest)).toEqual(keys))

it('sourceKeys rejects t() with a variable but accepts tm() with manifest text', () => {
  const { problems } = sourceKeys('a.ts', 't(title)\ntm(title)', false)
  expect(problems).toMatchObject([{ file: 'a.ts', line: 1 }])
})

describe('checkProject', () => {
  const { at, put } = testFolder()
  const write = async (files: Readonly<Record<string, string | object>>) => {
    for (const [file, content] of Object.entries(files))
      await put(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }
  const complaints = () => checkProject(at()).map(({ file, line, message }) => `${file}:${line} ${message}`)

  it('a project without missing or unused translations passes the check', async () => {
    await write({
      'src/app/main.ts': "t('Hello {{name}}', { name })",
      'src/app/locales/de.json': { 'Hello {{name}}': 'Hallo {{name}}' },
    })
    expect(complaints()).toEqual([])
  })

  it('a missing translation is reported once, with the message’s location', async () => {
    await write({ 'src/app/main.ts': "\nt('Log in')\nt('Log in')" })
    expect(complaints()).toEqual([
      'src/app/main.ts:2 The sentence "Log in" is missing in src/app/locales/de.json.',
    ])
  })

  it('mismatched translation parameters are reported', async () => {
    await write({
      'src/app/main.ts': "t('Hello {{name}}', { name })",
      'src/app/locales/de.json': { 'Hello {{name}}': 'Hallo {{nmae}}' },
    })
    expect(complaints()).toEqual([
      'src/app/locales/de.json:2 "Hello {{name}}" has the parameters nmae, and its key name.',
    ])
  })

  it('missing and unused message values are reported', async () => {
    await write({
      'src/app/main.ts': "t('Hello {{name}}', { nmae })",
      'src/app/locales/de.json': { 'Hello {{name}}': 'Hallo {{name}}' },
    })
    expect(complaints()).toEqual([
      'src/app/main.ts:1 "Hello {{name}}" names {{name}}, which is not handed over.',
      'src/app/main.ts:1 "Hello {{name}}" is given nmae, which it does not name.',
    ])
  })

  it('every plural form is required, including in English, and may omit the number', async () => {
    await write({
      'src/app/main.ts': "t('{{count}} songs', { count })",
      'src/app/locales/de.json': {
        '{{count}} songs_one': 'Ein Lied',
        '{{count}} songs_other': '{{count}} Lieder',
      },
      'src/app/locales/en.json': { '{{count}} songs_one': 'One song' },
    })
    expect(complaints()).toEqual([
      'src/app/main.ts:1 The sentence "{{count}} songs_other" is missing in src/app/locales/en.json.',
    ])
  })

  it('a plugin may reuse core translations and must be complete in each of its languages', async () => {
    await write({
      'src/core/contract/words.ts': "t('Cancel')",
      'src/core/locales/de.json': { Cancel: 'Abbrechen' },
      'src/plugins/sound/index.ts': "definePlugin({ title: 'Sound' })",
      'src/plugins/sound/ui/drawer.tsx': "t('Cancel')",
      'src/plugins/sound/locales/de.json': { Sound: 'Klang' },
      'src/plugins/sound/locales/fr.json': { Cancel: 'Annuler' },
    })
    expect(complaints()).toEqual([
      'src/plugins/sound/index.ts:1 The sentence "Sound" is missing in src/plugins/sound/locales/fr.json.',
    ])
  })

  it('every entry in a phrase table needs a translation', async () => {
    await write({
      'src/plugins/sound/drums.phrases.json': ['Snare', 'Cymbal'],
      'src/plugins/sound/locales/de.json': { Snare: 'Kleine Trommel' },
    })
    expect(complaints()).toEqual([
      'src/plugins/sound/drums.phrases.json:1 The sentence "Cymbal" is missing in src/plugins/sound/locales/de.json.',
    ])
  })
})
