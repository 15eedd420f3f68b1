import { describe, expect, it } from 'vitest'
import { checkProject } from '../../scripts/locales/areas.js'
import { sourceKeys } from '../../scripts/locales/source-keys.js'
import { testFolder } from '../support/test-folder.js'

const keysIn = (text: string, manifest = false) =>
  sourceKeys('a.tsx', text, manifest).phrases.map(phrase => phrase.key)

describe('sourceKeys', () => {
  it('finds what t() says, through any object, and on which line', () => {
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
    ['no title of anything else', "const card = { title: 'not for users' }", []],
    ['titles of objects with an id', "const COMMANDS = [{ id: 'a', title: 'Log out' }]", ['Log out']],
    [
      'sections of objects with an id',
      "register({ id: 'a', title: item.title, section: 'Go to' })",
      ['Go to'],
    ],
    [
      'what a notice says',
      "board.post({ kind: 'error', message: 'It is empty.', action: { label: 'Undo', run } })",
      ['It is empty.', 'Undo'],
    ],
    ['no message of another post', "http.post({ message: 'not for users' })", []],
    [
      'the sentences of a marked table',
      "phrases({ timeout: 'It took too long.', deep: ['Try again.'] })",
      ['It took too long.', 'Try again.'],
    ],
  ])('finds %s', (_, text, keys, manifest = false) => expect(keysIn(text, manifest)).toEqual(keys))

  it('refuses a t() whose sentence it cannot read, and lets tm() have a manifest’s text', () => {
    const { problems } = sourceKeys('a.ts', 't(title)\ntm(title)', false)
    expect(problems).toMatchObject([{ file: 'a.ts', line: 1 }])
  })
})

describe('checkProject', () => {
  const { at, put } = testFolder()
  const write = async (files: Readonly<Record<string, string | object>>) => {
    for (const [file, content] of Object.entries(files))
      await put(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }
  const complaints = () => checkProject(at()).map(({ file, line, message }) => `${file}:${line} ${message}`)

  it('is content where every sentence is translated and none is idle', async () => {
    await write({
      'src/app/main.ts': "t('Hello {{name}}', { name })",
      'src/app/locales/de.json': { 'Hello {{name}}': 'Hallo {{name}}' },
    })
    expect(complaints()).toEqual([])
  })

  it('names a missing translation at the sentence, once', async () => {
    await write({ 'src/app/main.ts': "\nt('Log in')\nt('Log in')" })
    expect(complaints()).toEqual([
      'src/app/main.ts:2 The sentence "Log in" is missing in src/app/locales/de.json.',
    ])
  })

  it('names differing parameters', async () => {
    await write({
      'src/app/main.ts': "t('Hello {{name}}', { name })",
      'src/app/locales/de.json': { 'Hello {{name}}': 'Hallo {{nmae}}' },
    })
    expect(complaints()).toEqual([
      'src/app/locales/de.json:2 "Hello {{name}}" has the parameters nmae, and its key name.',
    ])
  })

  it('reports a missing value, and a value that the sentence does not use', async () => {
    await write({
      'src/app/main.ts': "t('Hello {{name}}', { nmae })",
      'src/app/locales/de.json': { 'Hello {{name}}': 'Hallo {{name}}' },
    })
    expect(complaints()).toEqual([
      'src/app/main.ts:1 "Hello {{name}}" names {{name}}, which is not handed over.',
      'src/app/main.ts:1 "Hello {{name}}" is given nmae, which it does not name.',
    ])
  })

  it('asks for every plural form, in English too, and lets a form leave the number out', async () => {
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

  it('lets a plugin say what core says, and holds a plugin to every language it has', async () => {
    await write({
      'src/core/api/words.ts': "t('Cancel')",
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

  it('asks for a translation of every value of a table of phrases', async () => {
    await write({
      'src/plugins/sound/drums.phrases.json': ['Snare', 'Cymbal'],
      'src/plugins/sound/locales/de.json': { Snare: 'Kleine Trommel' },
    })
    expect(complaints()).toEqual([
      'src/plugins/sound/drums.phrases.json:1 The sentence "Cymbal" is missing in src/plugins/sound/locales/de.json.',
    ])
  })
})
