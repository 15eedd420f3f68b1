import { expect, it } from 'vitest'
import { SHAPES, shapesIn } from '../../scripts/words/sentences.js'

const TRANSLATED = [
  'What has the focus is never hidden.',
  'The song stops: what follows is silent.',
  'Changes the color of what sounds.',
  'Shows the ones that are shared.',
  'Reads the length from that of the file.',
  'Plays the note where it is known.',
  'Lights the note, where there is a neck.',
  'Each plugin has a container of its own.',
  'A setting works for itself.',
  'Stores the value as it is.',
  'Plays the bar again and again.',
  'A plugin from elsewhere asks.',
  'Uses the worker if there is one.',
  'The file is not there.',
  'The device does not send any more.',
  'Nothing that is stored is lost.',
  'A setlist is shared with all.',
  'Choose another one.',
]

it.each(TRANSLATED)('finds the unnatural phrase “%s” in a comment', sentence => {
  expect(shapesIn('src/a.ts', `  // ${sentence}`)).not.toEqual([])
})

it('every sentence shape has an example', () => {
  const isFound = ({ pattern }: { readonly pattern: RegExp }) =>
    TRANSLATED.some(sentence => pattern.test(sentence))
  expect(SHAPES.filter(shape => !isFound(shape))).toEqual([])
})

it.each([
  'No song is open.',
  'Who can see this?',
  'What to do next',
  'None of the enabled plugins can save this format.',
  'Returns the pitch of each string, or undefined without a neck.',
  'Choose another file.',
])('the sentence check accepts “%s”', sentence => {
  expect(shapesIn('docs/a.md', sentence)).toEqual([])
})

it('the sentence check covers comments, quoted text, dictionary keys and documents but not code', () => {
  expect(shapesIn('a.ts', `const a = 'Choose another one.'`)).toHaveLength(1)
  expect(shapesIn('a.ts', 'if (value) use(another, one)')).toEqual([])
  expect(shapesIn('locales/de.json', '"Choose another one.": "Nimm eine andere."')).toHaveLength(1)
  expect(shapesIn('README.md', '- Choose another one.')).toHaveLength(1)
})
