/** One MIDI channel of one input as the neck sees it: what sounds on it, and the pedals that keep it sounding. */
import { type HeldNote, Pedals } from '../../../core/music/midi/pedals.js'

/** One note that sounds: from its note-on until its note-off, or until the pedals let it go. */
export interface Voice extends HeldNote {
  readonly channel: Channel
  readonly pitch: number
  /** Where the source knows it; else the note sounds wherever its pitch lies. */
  readonly string: number | undefined
  /** Where else nobody knows it: the string on which a guitarist would play it, if that is asked for. */
  placed?: number | undefined
  readonly velocity: number
}

export class Channel {
  /** By `voiceKey`, so that one pitch on two strings is two voices. */
  readonly voices = new Map<number, Voice>()
  readonly pedals = new Pedals()

  /** @param number 1–16 */
  constructor(
    readonly portId: string,
    readonly number: number,
  ) {}
}

/** Strings are at most 99 in a key, so that pitch and string make one number. */
const STRINGS_PER_KEY = 100

/** @param string `undefined` where nobody knows it */
export function voiceKey(pitch: number, string: number | undefined): number {
  return pitch * STRINGS_PER_KEY + (string ?? 0)
}
