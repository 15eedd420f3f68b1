import type { SongNote } from '../../../music/song/song.js'
import type { Technique } from '../../../music/song/techniques.js'
import { model } from '../engine.js'

const { AccentuationType, BrushType, GraceType, HarmonicType, PickStroke, SlideOutType, SlideInType } = model

export function techniquesOf(note: model.Note): Technique[] {
  const { beat } = note
  const hammered = note.hammerPullOrigin
  const found: Record<Technique, boolean> = {
    bend: note.hasBend,
    'whammy-bar': beat.hasWhammyBar,
    vibrato: note.vibrato !== model.VibratoType.None || beat.vibrato !== model.VibratoType.None,
    trill: note.isTrill,
    tremolo: beat.isTremolo,
    'hammer-on': hammered !== null && hammered.fret <= note.fret,
    'pull-off': hammered !== null && hammered.fret > note.fret,
    'legato-slide': note.slideOutType === SlideOutType.Legato,
    slide:
      note.slideInType !== SlideInType.None ||
      (note.slideOutType !== SlideOutType.None && note.slideOutType !== SlideOutType.Legato),
    tap: beat.tap || note.isLeftHandTapped,
    'palm-mute': note.isPalmMute,
    'let-ring': note.isLetRing,
    dead: note.isDead,
    ghost: note.isGhost,
    staccato: note.isStaccato,
    accent: note.accentuated !== AccentuationType.None,
    'natural-harmonic': note.harmonicType === HarmonicType.Natural,
    'artificial-harmonic': note.isHarmonic && note.harmonicType !== HarmonicType.Natural,
    grace: beat.graceType !== GraceType.None,
    'strum-down': beat.brushType === BrushType.BrushDown || beat.brushType === BrushType.ArpeggioDown,
    'strum-up': beat.brushType === BrushType.BrushUp || beat.brushType === BrushType.ArpeggioUp,
    'pick-down': beat.pickStroke === PickStroke.Down,
    'pick-up': beat.pickStroke === PickStroke.Up,
    slap: beat.slap,
    pop: beat.pop,
    fade: beat.fade !== model.FadeType.None,
  }
  return (Object.keys(found) as Technique[]).filter(each => found[each])
}

/** Converts alphaTab's bend points, which are in quarter tones at positions 0 to 60. */
export function bendOf(note: model.Note): SongNote['bend'] {
  if (!note.hasBend || !note.bendPoints) return undefined
  return note.bendPoints.map(({ offset, value }) => ({
    at: Math.min(1, Math.max(0, offset / model.BendPoint.MaxPosition)),
    semitones: value / 2,
  }))
}
