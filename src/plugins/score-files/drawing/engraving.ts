/** Fixes alphaTab 1.8's rhythm engraving by changing its model and its renderers. */
import { fifthsOf, isLeading, type SongKey, transposedKey } from '../../../music/song/song-keys.js'
import { Environment, model, NotationElement, QUARTER } from '../engine.js'
import { type Staff, stackEffects } from './skyline.js'

const stringless = new WeakSet<model.Note>()
/** Returns true if neither the file nor the neck assigns a string to the note. */
export const isStringless = (note: model.Note) => !note.isStringed || stringless.has(note)
/** Returns false for notes that are shown as × in tablature. */
export const isPlayable = (note: model.Note) => !isStringless(note) && note.fret >= 0

/**
 * Hides chord diagrams without frets, fills empty bars with rests, beams across triplets within a beat, and
 * assigns a string to every guitar note.
 * @param keys song keys; a single key applies to staves without a key signature
 */
export function engraved(score: model.Score, keys: readonly SongKey[]): model.Score {
  const [key] = keys.length === 1 ? keys : []
  for (const { staves } of score.tracks)
    for (const staff of staves) {
      for (const chord of staff.chords?.values() ?? [])
        chord.showDiagram &&= chord.strings.some(fret => fret >= 0)
      const isUnsigned = key && !staff.isPercussion && staff.bars.every(bar => bar.keySignature === 0)
      const fifths = isUnsigned ? fifthsOf(transposedKey(key, -staff.displayTranspositionPitch)) : 0
      for (const bar of staff.bars) {
        if (fifths) bar.keySignature = fifths
        const [{ beats: [rest] = [] } = {}] = bar.voices
        if (rest && bar.isEmpty) {
          Object.assign(rest, { isEmpty: false, duration: model.Duration.Whole, dots: 0 })
          rest.updateDurations()
        }
        const group = groupOf(bar.masterBar)
        for (const beat of bar.voices.flatMap(({ beats }) => beats)) {
          joinTriplet(beat, group)
          if (!staff.isPercussion && staff.tuning.length > 0) putOnStrings(beat, staff)
        }
      }
    }
  return score
}

/** Spells the raised 6th and 7th of a minor key with sharps, even in flat keys. */
export function sharpenLeadingNotes({ tracks }: model.Score, keys: readonly SongKey[]): void {
  const [key] = keys.length === 1 ? keys : []
  for (const bar of tracks.flatMap(({ staves }) => staves.flatMap(({ bars }) => bars))) {
    const isMinor = key ? key.mode === 'minor' : bar.keySignatureType === model.KeySignatureType.Minor
    if (!isMinor || bar.staff.isPercussion) continue
    const tonic = bar.keySignature * 7 + 9
    for (const note of bar.voices.flatMap(({ beats }) => beats.flatMap(({ notes }) => notes)))
      if (note.accidentalMode === model.NoteAccidentalMode.Default && isLeading(note.displayValue, tonic))
        note.accidentalMode = model.NoteAccidentalMode.ForceSharp
  }
}

/** alphaTab draws no tablature if any note has no string. */
function putOnStrings(beat: model.Beat, { tuning, capo }: model.Staff): void {
  for (const note of beat.notes) {
    if (note.isStringed) continue
    const pitch = note.realValue
    const free = tuning.findLastIndex((_, index) => !beat.hasNoteOnString(tuning.length - index))
    const index = free < 0 ? tuning.length - 1 : free
    note.string = tuning.length - index
    note.fret = pitch - (tuning[index] ?? 0) - capo
    beat.noteStringLookup.set(note.string, note)
    stringless.add(note)
  }
  const [lowest] = beat.notes.toSorted((a, b) => a.string - b.string)
  const [highest] = beat.notes.toSorted((a, b) => b.string - a.string)
  Object.assign(beat, { minStringNote: lowest ?? null, maxStringNote: highest ?? null })
}

function joinTriplet(beat: model.Beat, group: number): void {
  const { nextBeat: next } = beat
  if (next?.voice !== beat.voice || next.tupletGroup === beat.tupletGroup) return
  if (beat.beamingMode !== model.BeatBeamingMode.Auto || !isBeamed(beat) || !isBeamed(next)) return
  const groupAt = ({ playbackStart }: model.Beat) => Math.floor(playbackStart / group)
  if (groupAt(beat) === groupAt(next)) beat.beamingMode = model.BeatBeamingMode.ForceMergeWithNext
}

const isBeamed = ({ isRest, isEmpty, duration, graceType, deadSlapped }: model.Beat) =>
  !isRest &&
  !isEmpty &&
  !deadSlapped &&
  duration >= model.Duration.Eighth &&
  graceType === model.GraceType.None

/** Returns the beat length in ticks: a dotted quarter in 6/8. */
function groupOf({
  timeSignatureNumerator: beats,
  timeSignatureDenominator: value,
}: model.MasterBar): number {
  const unit = (QUARTER * 4) / value
  return value >= 8 && beats % 3 === 0 ? unit * 3 : Math.max(unit, QUARTER)
}

/** Members that alphaTab doesn't declare. Lengths are in unscaled pixels. */
interface BarRenderer {
  readonly staff: Staff
  readonly x: number
  readonly smuflMetrics: {
    readonly stemThickness: number
    readonly brokenBeamWidth: number
    readonly beamThickness: number
    readonly beamSpacing: number
  }
  readonly voiceContainer: {
    readonly beatGlyphs: ReadonlyMap<unknown, readonly { readonly onNotes: BeatGlyph }[]>
  }
  getBeatX(beat: model.Beat, position: number): number
  paintBar(left: number, ...rest: [top: number, canvas: unknown, beam: Beam, element: unknown]): void
  doLayout(): void
}

interface NoteNumber {
  readonly _note: model.Note
  _noteString: string
}

interface BeatGlyph {
  readonly noteNumbers?: { readonly _notes: readonly NoteNumber[] }
  readonly container: { readonly beat: model.Beat }
  readonly glyphs: readonly { readonly symbol?: number; y: number }[] | null
}

interface Beam {
  readonly beats: readonly model.Beat[]
}

type Stroke = [canvas: unknown, x1: number, y1: number, x2: number, y2: number, size: number]

interface EffectGlyph {
  readonly _labelWidth: number
  _label: string
  endPosition: number
  forceGroupedRendering: boolean
  paintNonGrouped(x: number, ...rest: unknown[]): void
  paintGrouped(x: number, ...rest: unknown[]): void
}

interface Factory {
  readonly staffId: string
  readonly effectBands: {
    readonly effect: Effect
    readonly mode: number
  }[]
  create(...given: unknown[]): BarRenderer
}

interface Effect {
  readonly notationElement: NotationElement
  createNewGlyph(...given: unknown[]): EffectGlyph
  shouldCreateGlyph(settings: unknown, beat: model.Beat): boolean
  _getPreviousDynamicsBeat(beat: model.Beat): model.Beat | null
}

/** alphaTab's mode for a separate effect band below the staff. */
const BELOW = 1
const STEM_X = 3
const DOT = 0xe1e7
/** Left edges of partial beams in the current beam group that must point left. */
let leftward: ReadonlySet<number> = new Set()
let width = 0
let stem = 0

/** Extends an effect from its first note to the end of its last note, even if it has only one note. */
function lasting(glyph: EffectGlyph): EffectGlyph {
  if (glyph._label === 'LetRing') glyph._label = 'let ring'
  const { paintGrouped } = glyph
  const begins = (x: number) => x + glyph._labelWidth / 2 - LABEL_BEFORE
  return Object.assign(glyph, {
    endPosition: END_OF_BEAT,
    forceGroupedRendering: true,
    paintGrouped: (x: number, ...rest: unknown[]) => paintGrouped.call(glyph, begins(x), ...rest),
  })
}

const END_OF_BEAT = 5
const LABEL_BEFORE = 5

/** Skips grace notes, which have no dynamics and don't change them. */
function fixDynamics(effect: Effect): void {
  const { shouldCreateGlyph } = effect
  const { None } = model.GraceType
  effect.shouldCreateGlyph = (settings, beat) =>
    beat.graceType === None && shouldCreateGlyph.call(effect, settings, beat)
  effect._getPreviousDynamicsBeat = ({ previousBeat: beat }) => {
    let before = beat
    while (before && (before.isRest || before.graceType !== None)) before = before.previousBeat
    return before
  }
}

for (const factory of (Environment as unknown as { readonly defaultRenderers: readonly Factory[] })
  .defaultRenderers) {
  const { create } = factory
  factory.create = (...given) => {
    const renderer = create.apply(factory, given)
    stackOnStaff(renderer)
    if (factory.staffId === 'tab') fixTablature(renderer)
    if (factory.staffId === 'tab' || factory.staffId === 'score') turnPartialBeams(renderer)
    return renderer
  }
  for (const { effect } of [...factory.effectBands]) {
    const { createNewGlyph, notationElement } = effect
    // alphaTab also reads 8vb and 15mb, but only draws octave markings above the staff.
    if (notationElement === NotationElement.EffectOttavia)
      factory.effectBands.push({
        effect: Object.assign(Object.create(effect), { _aboveStaff: false }),
        mode: BELOW,
      })
    if (notationElement === NotationElement.EffectDynamics) fixDynamics(effect)
    if (
      notationElement === NotationElement.EffectLetRing ||
      notationElement === NotationElement.EffectPalmMute
    )
      effect.createNewGlyph = (...given) => lasting(createNewGlyph.apply(effect, given))
  }
}

let stacked = false

/** Patches the staff class, which alphaTab doesn't export, through an instance. */
function stackOnStaff(renderer: BarRenderer): void {
  if (stacked) return
  const { doLayout } = renderer
  renderer.doLayout = () => {
    doLayout.call(renderer)
    if (stacked) return
    stacked = true
    const staves = Object.getPrototypeOf(renderer.staff) as Staff
    const { finalizeStaff } = staves
    staves.finalizeStaff = function (this: Staff) {
      finalizeStaff.call(this)
      stackEffects(this)
    }
  }
}

/** Moves dots next to the stem and above the beams, and draws notes without a string as ×. */
function fixTablature(renderer: BarRenderer): void {
  const { doLayout } = renderer
  renderer.doLayout = () => {
    doLayout.call(renderer)
    const { beamThickness, beamSpacing } = renderer.smuflMetrics
    for (const beats of renderer.voiceContainer.beatGlyphs.values())
      for (const { onNotes } of beats) {
        const { beat } = onNotes.container
        if (beat.isRest) continue
        for (const number of onNotes.noteNumbers?._notes ?? [])
          if (number._noteString && !isPlayable(number._note)) number._noteString = '×'
        const beams = Math.max(1, Math.log2(beat.duration) - 2)
        for (const glyph of onNotes.glyphs ?? [])
          if (glyph.symbol === DOT) glyph.y -= beams * (beamThickness + beamSpacing) + beamThickness
      }
  }
}

/** Turns partial beams toward the note that completes the beat. */
function turnPartialBeams(renderer: BarRenderer): void {
  patchLines(renderer)
  const { paintBar } = renderer
  renderer.paintBar = (left, ...rest) => {
    const [, , { beats }] = rest
    ;({ brokenBeamWidth: width, stemThickness: stem } = renderer.smuflMetrics)
    leftward = new Set(
      beats
        .slice(1, -1)
        .filter(beat => beat.playbackStart % (beat.playbackDuration * 2) !== 0)
        .map(beat => left + renderer.x + Math.floor(renderer.getBeatX(beat, STEM_X) + stem)),
    )
    paintBar.call(renderer, left, ...rest)
  }
}

let patched = false

function patchLines(renderer: BarRenderer): void {
  if (patched) return
  patched = true
  let line = renderer.constructor as unknown as { paintSingleBar(...stroke: Stroke): void }
  while (!Object.hasOwn(line, 'paintSingleBar')) line = Object.getPrototypeOf(line)
  const { paintSingleBar } = line
  line.paintSingleBar = (canvas, x1, y1, x2, y2, size) => {
    const length = x2 - x1
    const isStub = length < width + 1.5 && leftward.has(x1)
    const back = isStub ? length + stem : 0
    const rise = isStub ? ((y2 - y1) / length) * back : 0
    paintSingleBar(canvas, x1 - back, y1 - rise, x2 - back, y2 - rise, size)
  }
}
