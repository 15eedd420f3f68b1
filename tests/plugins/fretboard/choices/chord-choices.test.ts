import { expect, it } from 'vitest'
import { PALETTE_PROVIDERS } from '../../../../src/core/commands/palette-provider.js'
import { askedChord } from '../../../../src/plugins/fretboard/choices/chord-choices.js'
import { CHORD_FINDER } from '../../../../src/plugins/fretboard/chords/chord-finder.js'
import { fretboardKernel } from '../fakes.js'

it.each([
  ['am7', 'Am7'],
  ['G chord', 'G'],
  ['chord F#m7b5', 'F#m7b5'],
  ['Akkord C/E', 'C/E'],
  ['chords', 'Chords'],
])('the query %s finds the chord %s', (typed, chord) => expect(askedChord(typed)).toBe(chord))

it('selecting a chord in the palette opens its voicings on the fretboard page', async () => {
  const { kernel } = await fretboardKernel()
  kernel.commands.setContext('route', '/fretboard')
  const [provider] = kernel.host.extensionsOf(PALETTE_PROVIDERS).getState()
  const ask = async (query: string) => provider?.search(query, new AbortController().signal)
  expect(await ask('tempo')).toEqual([])
  const accepted = ['tempo', 'g', 'ch', 'g chord', 'am'].filter(query => provider?.accepts?.(query))
  expect(accepted).toEqual(['g chord', 'am'])
  expect(await ask('add9')).toEqual([])
  const [result] = (await ask('f#m7b5')) ?? []
  expect(result?.title).toBe('Voicings for F♯m7♭5')
  await result?.run()
  expect(kernel.get(CHORD_FINDER).found.getState()?.chord.symbol).toBe('F#m7b5')
  kernel.commands.setContext('route', '/songs')
  expect(await ask('f#m7b5')).toEqual([])
})
