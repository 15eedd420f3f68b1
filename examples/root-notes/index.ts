import { type NeckState, pitchAt, pitchClass, plugin } from '@fretwork/sdk'

/** Marks every tonic of the scale on the neck. */
export default plugin({
  id: 'root-notes',
  title: 'Root notes',
  permissions: {},
  setup({ neck }) {
    const draw = () => neck.mark(rootMarks(neck.state()))
    neck.onChange(draw)
    draw()
  },
})

export function rootMarks(state: NeckState | undefined) {
  if (state?.tonic === undefined) return []
  const { strings, capo, fretMin, fretMax, tonic } = state
  const frets = Array.from({ length: fretMax - fretMin + 1 }, (_, index) => fretMin + index)
  const places = strings.flatMap((_, index) => frets.map(fret => ({ string: index + 1, fret })))
  return places
    .filter(({ string, fret }) => {
      const pitch = pitchAt({ strings }, capo, string, fret)
      return pitch !== undefined && pitchClass(pitch) === tonic
    })
    .map(place => ({ ...place, look: 'pin' as const, label: 'R' }))
}
