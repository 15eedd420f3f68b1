/** Facts that are asked: each is a card, which is remembered by its id. */
import type { Position } from '../../../core/music/guitar/position.js'
import type { ChordKind } from './chord-kinds.js'

export type Card =
  /** What is this position called? @param pitch MIDI note */
  | { readonly kind: 'position'; readonly id: string; readonly position: Position; readonly pitch: number }
  /** Where is this note? @param pitchClass 0–11 */
  | { readonly kind: 'find'; readonly id: string; readonly pitchClass: number }
  /** Which interval is this? @param semitones 1–12 */
  | {
      readonly kind: 'interval'
      readonly id: string
      readonly semitones: number
      readonly falling: boolean
    }
  | { readonly kind: 'chord'; readonly id: string; readonly chord: ChordKind }
  /** Which degree of the major scale is this? @param semitones above the tonic, 0–11 */
  | { readonly kind: 'degree'; readonly id: string; readonly semitones: number }
  /** What is this written note called? @param pitch MIDI note that sounds */
  | { readonly kind: 'staff'; readonly id: string; readonly pitch: number }
