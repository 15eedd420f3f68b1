import { FretworkError, noteName, parseNoteName, plugin, positionsOf } from '@fretwork/sdk'

/** Plays a note at its lowest position: *Find a note* in the palette, then `e2` or `Bb3`. */
export default plugin({
  id: 'find-note',
  title: 'Find a note',
  permissions: {},
  translations: { de: { 'Find a note': 'Ton finden', Note: 'Ton' } },
  setup({ commands, neck }) {
    const placesOf = (word: string) => {
      const [state, pitch] = [neck.state(), parseNoteName(word.trim())]
      return state && pitch !== undefined ? positionsOf(pitch, state, state) : []
    }
    commands.add('find', {
      title: 'Find a note',
      keys: ['g n'],
      args: { note: { title: 'Note', default: 'E2' } },
      suggest: {
        note: typed => (placesOf(typed).length > 0 ? [{ value: typed, label: labelOf(typed) }] : []),
      },
      run({ note }) {
        const [place] = placesOf(note)
        if (!place) throw new FretworkError('find_note_nowhere', `The neck has no ${note}; try E2 to E5.`)
        neck.play(place)
        return place
      },
    })
  },
})

function labelOf(word: string): string {
  const pitch = parseNoteName(word.trim())
  return pitch === undefined ? word : noteName(pitch).name
}
