/** Pins as they can be kept: those that name a place of their note, one to a string of each onset. */
import { TOGETHER } from '../../../core/music/song/tempo-map.js'
import type { Pin, Problem } from '../tokens.js'
import { fretOn, type Neck } from './grips.js'
import type { SolvableNote } from './onsets.js'

/** @param problems gets what cannot be kept @returns string from 0 by index of the note */
export function pinsOf(
  notes: readonly SolvableNote[],
  neck: Neck,
  pins: readonly Pin[],
  problems: Problem[],
): Map<number, number> {
  const kept = new Map<number, number>()
  for (const { note, string } of pins) {
    const played = notes[note]
    const fret = played && fretOn(neck, string - 1, played.pitch)
    if (!Number.isInteger(fret) || !Number.isFinite(played?.onset))
      problems.push({ kind: 'pin_impossible', notes: [note] })
    else if (kept.has(note) && kept.get(note) !== string - 1)
      problems.push({ kind: 'pin_contradicts', notes: [note] })
    else kept.set(note, string - 1)
  }
  // Two pins of one onset on one string: the first stays.
  const onsetOf = (note: number) => notes[note]?.onset ?? 0
  const inOrder = [...kept.keys()].sort((a, b) => onsetOf(a) - onsetOf(b) || a - b)
  let began = Number.NEGATIVE_INFINITY
  let taken = new Set<number>()
  for (const note of inOrder) {
    if (onsetOf(note) - began >= TOGETHER) {
      began = onsetOf(note)
      taken = new Set()
    }
    const string = kept.get(note) ?? 0
    if (taken.has(string)) {
      kept.delete(note)
      problems.push({ kind: 'pin_contradicts', notes: [note] })
    } else taken.add(string)
  }
  return kept
}
