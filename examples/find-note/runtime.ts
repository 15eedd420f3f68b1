/** Provides one palette result per position. Choosing a result selects the position and plays it. */
import { defineRuntime, PALETTE_PROVIDERS, type PaletteResult, TRANSLATOR } from '@fretwork/sdk'
import { NECK_PLAYER, NECK_VIEW, SELECTION } from '@fretwork/sdk/plugins/fretboard'
import { type FoundNote, findNote } from './find-note.js'

export default defineRuntime({
  activate: ({ get, extend }) => {
    const view = get(NECK_VIEW)
    const translator = get(TRANSLATOR)
    // Providers return translated text, because results are not looked up in a translation table.
    const titleOf = ({ note, string, fret }: FoundNote) =>
      fret === 0
        ? translator.t('find-note', '{{note}}: string {{string}}, open', { note, string })
        : translator.t('find-note', '{{note}}: string {{string}}, fret {{fret}}', { note, string, fret })
    const resultOf = (position: FoundNote): PaletteResult => ({
      id: `${position.string}:${position.fret}`,
      title: titleOf(position),
      run() {
        const { string, fret } = position
        get(SELECTION).set([{ string, fret }])
        get(NECK_PLAYER).play({ string, fret })
      },
    })
    extend(PALETTE_PROVIDERS, {
      id: 'find-note',
      title: 'Notes on the neck',
      search: query => findNote(query, view.getState()).map(resultOf),
    })
  },
})
