import { type model, QUARTER } from '../../engine.js'
import { toNumber, type Xml } from './xml.js'

const TRILL_STEPS: Readonly<Record<string, number>> = { unison: 0, half: 1, whole: 2 }

/** Returns the interval in semitones to the next note of the key. */
export function stepAbove(written: number, fifths: number): number {
  const degree = (((written + 1 - fifths * 7) % 12) + 12) % 12
  return MAJOR.includes(degree) ? 1 : 2
}

const MAJOR = [0, 2, 4, 5, 7, 9, 11]

export function readTrill(
  { attributes }: Xml,
  note: model.Note,
  pitch: number,
  above: number,
  length: number,
): void {
  note.trillValue = pitch + (TRILL_STEPS[attributes['trill-step'] ?? ''] ?? above)
  const beats = toNumber(attributes.beats)
  const speed = beats && length > 0 ? 2 ** Math.round(Math.log2((beats * QUARTER * 4) / length)) : 0
  if (speed >= 8 && speed <= 128) note.trillSpeed = speed
}
