import { model } from '../../engine.js'
import type { PartStaff } from './staves.js'
import { element, empty } from './xml.js'

/** @param isFirst first note of its chord, which also carries the notations of the beat */
export function notationsOf(note: model.Note, isFirst: boolean, { staff, isTablature }: PartStaff): string {
  const parts = [
    ...tiesOf(note),
    ...slidesOf(note),
    group('ornaments', ornamentsOf(note, isFirst)),
    group('technical', technicalOf(note, isFirst, isTablature ? staff.tuning.length : 0)),
    group('articulations', articulationsOf(note)),
    isFirst ? arpeggioOf(note.beat) : '',
    isFirst && note.beat.fermata ? element('fermata', 'normal') : '',
  ]
  return group('notations', parts)
}

function group(name: string, parts: readonly string[]): string {
  return parts.every(part => part === '') ? '' : element(name, parts)
}

function tiesOf(note: model.Note): string[] {
  return [
    note.isTieDestination ? empty('tied', { type: 'stop' }) : '',
    note.isTieOrigin ? empty('tied', { type: 'start' }) : '',
    note.isLetRing ? empty('tied', { type: 'let-ring' }) : '',
    note.slurOrigin ? empty('slur', { type: 'stop' }) : '',
    note.slurDestination ? empty('slur', { type: 'start' }) : '',
  ]
}

/** Numbered by string, to distinguish the slides of a chord. */
function slidesOf(note: model.Note): string[] {
  const number = Math.max(1, note.string)
  const slide = (type: string) => empty('slide', { type, number, 'line-type': 'solid' })
  return [note.slideOrigin ? slide('stop') : '', note.slideTarget ? slide('start') : '']
}

function ornamentsOf(note: model.Note, isFirst: boolean): string[] {
  const { beat, ornament } = note
  const { Turn, InvertedTurn, UpperMordent, LowerMordent } = model.NoteOrnament
  const isVibrato = note.vibrato !== model.VibratoType.None || beat.vibrato !== model.VibratoType.None
  return [
    note.isTrill ? empty('trill-mark') : '',
    ornament === Turn ? empty('turn') : '',
    ornament === InvertedTurn ? empty('inverted-turn') : '',
    ornament === UpperMordent ? empty('inverted-mordent') : '',
    ornament === LowerMordent ? empty('mordent') : '',
    isVibrato ? empty('wavy-line', { type: 'start' }) + empty('wavy-line', { type: 'stop' }) : '',
    isFirst && beat.tremoloPicking ? element('tremolo', beat.tremoloPicking.marks, { type: 'single' }) : '',
  ]
}

function technicalOf(note: model.Note, isFirst: boolean, strings: number): string[] {
  const { beat } = note
  const { Up, Down } = model.PickStroke
  return [
    isFirst && beat.pickStroke === Up ? empty('up-bow') : '',
    isFirst && beat.pickStroke === Down ? empty('down-bow') : '',
    note.harmonicType === model.HarmonicType.Natural ? element('harmonic', [empty('natural')]) : '',
    note.isHarmonic && note.harmonicType !== model.HarmonicType.Natural
      ? element('harmonic', [empty('artificial')])
      : '',
    strings > 0 && note.isStringed ? element('string', strings - note.string + 1) : '',
    strings > 0 && note.isStringed ? element('fret', Math.max(0, note.fret)) : '',
    legatoOf(note.hammerPullOrigin, note, 'stop'),
    legatoOf(note, note.hammerPullDestination, 'start'),
    ...bendsOf(note),
    note.isLeftHandTapped || (isFirst && beat.tap) ? element('tap', 'T') : '',
    isFirst && beat.slap ? element('other-technical', 'slap') : '',
    isFirst && beat.pop ? element('other-technical', 'pop') : '',
    note.isPalmMute ? element('other-technical', 'palm mute') : '',
  ]
}

function legatoOf(from: model.Note | null, to: model.Note | null, type: 'start' | 'stop'): string {
  if (!from || !to) return ''
  const isHammer = from.fret <= to.fret
  const number = Math.max(1, from.string)
  return element(isHammer ? 'hammer-on' : 'pull-off', type === 'start' ? (isHammer ? 'H' : 'P') : [], {
    type,
    number,
  })
}

/** Each rise and fall of the curve, in quarter tones. */
function bendsOf(note: model.Note): string[] {
  if (!note.hasBend || !note.bendPoints) return []
  const bends: string[] = []
  let height = 0
  for (const [index, { value }] of note.bendPoints.entries()) {
    if (index === 0 && value > 0) bends.push(bendBy(value, empty('pre-bend')))
    else if (value > height) bends.push(bendBy(value - height))
    else if (value < height) bends.push(bendBy(value - height, empty('release')))
    height = value
  }
  return bends
}

function bendBy(quarterTones: number, kind = ''): string {
  return element('bend', [element('bend-alter', quarterTones / 2), kind])
}

function articulationsOf(note: model.Note): string[] {
  const { accentuated, slideInType, slideOutType } = note
  const { Normal, Heavy, Tenuto } = model.AccentuationType
  const { IntoFromBelow, IntoFromAbove } = model.SlideInType
  const { OutUp, OutDown, PickSlideUp, PickSlideDown } = model.SlideOutType
  return [
    accentuated === Normal ? empty('accent') : '',
    accentuated === Heavy ? empty('strong-accent') : '',
    note.isStaccato ? empty('staccato') : '',
    accentuated === Tenuto ? empty('tenuto') : '',
    slideInType === IntoFromBelow ? empty('scoop') : '',
    slideInType === IntoFromAbove ? empty('plop') : '',
    slideOutType === OutUp || slideOutType === PickSlideUp ? empty('doit') : '',
    slideOutType === OutDown || slideOutType === PickSlideDown ? empty('falloff') : '',
  ]
}

function arpeggioOf({ brushType }: model.Beat): string {
  const { BrushUp, BrushDown, ArpeggioUp, ArpeggioDown } = model.BrushType
  if (brushType === BrushUp || brushType === ArpeggioUp) return empty('arpeggiate', { direction: 'up' })
  if (brushType === BrushDown || brushType === ArpeggioDown) return empty('arpeggiate', { direction: 'down' })
  return ''
}
