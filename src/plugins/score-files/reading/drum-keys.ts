import { importer, model, Settings } from '../engine.js'

/** General MIDI 2 and Roland GS keys that alphaTab plays as other keys or can't draw. */
const isOdd = (key: number) => key < 35 || key === 83 || key === 84 || key > 87

/**
 * Creates an articulation for each key of a drum track,
 * because Guitar Pro files refer to articulations by index.
 */
export function soundKeys(track: model.Track): void {
  const beats = track.staves.flatMap(({ isPercussion, bars }) =>
    isPercussion ? bars.flatMap(({ voices }) => voices.flatMap(voice => voice.beats)) : [],
  )
  const notes = beats.flatMap(beat => beat.notes)
  const keys = [...new Set(notes.map(note => note.percussionArticulation))]
  if (track.percussionArticulations.length > 0 || keys.length === 0) return
  standard ??= standardArticulations()
  const known = standard
  track.percussionArticulations = keys.map(key => known.get(key) ?? plainArticulation(key))
  for (const note of notes) note.percussionArticulation = keys.indexOf(note.percussionArticulation)
}

let standard: ReadonlyMap<number, model.InstrumentArticulation> | undefined

/**
 * Collects alphaTab's articulations by parsing AlphaTex that
 * uses them all, because alphaTab doesn't export them.
 */
function standardArticulations(): Map<number, model.InstrumentArticulation> {
  const keys = Array.from({ length: 128 }, (_, key) => key).filter(key => !isOdd(key))
  const score = importer.ScoreLoader.loadAlphaTex(`\\instrument percussion ${keys.join(' ')}`, new Settings())
  return new Map(score.tracks[0]?.percussionArticulations.map(each => [each.outputMidiNumber, each]))
}

const { NoteheadXBlack, NoteheadXHalf, NoteheadXWhole, None } = model.MusicFontSymbol
const HEADS = [NoteheadXBlack, NoteheadXHalf, NoteheadXWhole, None] as const
/** Staff line of the snare drum. */
const LINE = 3

function plainArticulation(key: number) {
  return new model.InstrumentArticulation(
    `Key ${key}`,
    ...([LINE, key] as const),
    ...HEADS,
    model.TechniqueSymbolPlacement.Outside,
    key,
  )
}
