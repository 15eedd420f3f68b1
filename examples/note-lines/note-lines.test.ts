import { testPlugin } from '@fretwork/sdk/testing'
import { expect, it } from 'vitest'
import noteLines, { readNoteLines } from './index.js'

const TUNE = 'notes 120\nE4 1\n- 2\nB3 0.5\n'

it('a text file is opened as a song', async () => {
  const tested = await testPlugin(noteLines)
  expect(await tested.open('my tune.notes', TUNE)).toMatchObject({ title: 'my tune', lengthMs: 1750 })
  tested.stop()
})

it.each([
  ['E4 1', 'Line 1 must be "notes" and a tempo, such as: notes 90.'],
  ['notes 90\nH4 1', 'Line 2 begins with "H4", not with a note.'],
  ['notes 90\nE4 1\nE4', 'Line 3 needs a length in beats after "E4".'],
])('a wrong line is reported with its number: %j', (text, sentence) => {
  expect(() => readNoteLines(text)).toThrow(sentence)
})
