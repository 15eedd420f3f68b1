import { model, QUARTER, Settings } from '../engine.js'
import { ScoreError } from '../score-error.js'
import type { Draft, DraftBar, DraftBeat, DraftStaff, DraftStaffBar } from './draft.js'
import { notesOf, soundKeys } from './written-score.js'

/** Shared settings: expensive to create and never changed. */
const SETTINGS = new Settings()

/** Links the parts of a draft, fills gaps with invisible rests, and moves overlapping notes to new voices. */
export function buildScore({ score, bars, parts }: Draft): model.Score {
  for (const bar of bars) score.addMasterBar(withLength(bar))
  for (const { track, staves } of parts) {
    score.addTrack(track)
    for (const draft of staves) addStaff(track, draft, bars)
  }
  cutBackwardLinks(score)
  for (const track of score.tracks) soundKeys(track)
  score.rebuildRepeatGroups()
  score.finish(SETTINGS)
  return score
}

/** A stored score is linked in note order, so links to later notes must be removed. */
function cutBackwardLinks(score: model.Score): void {
  const before = new Set<model.Note>()
  for (const note of notesOf(score)) {
    const { tieOrigin, slurOrigin, slideOrigin } = note
    if (tieOrigin && !before.has(tieOrigin)) {
      tieOrigin.tieDestination = null
      Object.assign(note, { tieOrigin: null, isTieDestination: false })
    }
    if (slurOrigin && !before.has(slurOrigin)) {
      slurOrigin.slurDestination = null
      Object.assign(note, { slurOrigin: null, isSlurDestination: false })
    }
    if (slideOrigin && !before.has(slideOrigin)) {
      Object.assign(slideOrigin, { slideTarget: null, slideOutType: model.SlideOutType.None })
      note.slideOrigin = null
    }
    before.add(note)
  }
}

/** alphaTab derives the bar length from the content only if the bar is a pickup. */
function withLength({ masterBar, length }: DraftBar): model.MasterBar {
  const { timeSignatureNumerator, timeSignatureDenominator } = masterBar
  masterBar.isAnacrusis = length !== (timeSignatureNumerator * WHOLE) / timeSignatureDenominator
  return masterBar
}

const WHOLE = 4 * QUARTER

const MOST_VOICES = 64

function addStaff(track: model.Track, { staff, bars }: DraftStaff, lengths: readonly DraftBar[]): void {
  track.addStaff(staff)
  const voices = bars.map(voicesOf)
  const most = voices.reduce((most, each) => Math.max(most, each.length), 1)
  if (most > MOST_VOICES) throw new ScoreError('score_cut')
  for (const [index, { bar }] of bars.entries()) {
    staff.addBar(bar)
    const length = lengths[index]?.length ?? 0
    for (let place = 0; place < most; place += 1) {
      const voice = new model.Voice()
      bar.addVoice(voice)
      fill(voice, voices[index]?.[place] ?? [], length)
    }
  }
}

/** Distributes the file's voices so that nothing overlaps. Grace notes stay with the next note. */
function voicesOf({ voices }: DraftStaffBar): DraftBeat[][] {
  return voices.flatMap(beats => {
    const found: { beats: DraftBeat[]; end: number }[] = []
    let graces: DraftBeat[] = []
    for (const beat of beats.toSorted((a, b) => a.at - b.at)) {
      graces.push(beat)
      if (beat.beat.graceType !== model.GraceType.None) continue
      let free = found.find(({ end }) => end <= beat.at)
      if (!free) {
        free = { beats: [], end: 0 }
        found.push(free)
      }
      free.beats.push(...graces)
      free.end = beat.at + beat.length
      graces = []
    }
    if (graces.length > 0)
      (found[0]?.beats ?? found[found.push({ beats: [], end: 0 }) - 1]?.beats)?.push(...graces)
    return found.map(each => each.beats)
  })
}

function fill(voice: model.Voice, beats: readonly DraftBeat[], length: number): void {
  let end = 0
  for (const { at, length: ticks, beat, notes } of beats) {
    if (at > end) voice.addBeat(rest(at - end, true))
    for (const note of notes) beat.addNote(note)
    voice.addBeat(beat)
    if (beat.graceType !== model.GraceType.None) continue
    if (ticks !== writtenTicks(beat)) beat.overrideDisplayDuration = ticks
    end = at + ticks
  }
  // A bar without notes would have no length.
  if (end < length) voice.addBeat(rest(length - end, voice.index > 0 || beats.length > 0))
}

function rest(ticks: number, isHidden: boolean): model.Beat {
  const beat = new model.Beat()
  beat.isEmpty = isHidden
  beat.duration = VALUES.find(value => WHOLE / value <= ticks) ?? model.Duration.TwoHundredFiftySixth
  if (ticks !== writtenTicks(beat)) beat.overrideDisplayDuration = ticks
  return beat
}

const VALUES: readonly model.Duration[] = [1, 2, 4, 8, 16, 32, 64, 128]

/** Counts a lone whole rest as the whole bar, like alphaTab. */
function writtenTicks({ duration, dots, tupletNumerator, tupletDenominator, isRest }: model.Beat): number {
  if (isRest && duration === model.Duration.Whole) return Number.NaN
  const plain = duration < 0 ? WHOLE * -duration : WHOLE / duration
  const dotted = plain * (2 - 1 / 2 ** dots)
  return tupletDenominator > 0 ? Math.trunc((dotted * tupletDenominator) / tupletNumerator) : dotted
}
