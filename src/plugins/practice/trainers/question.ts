import { PITCH_CLASS_NAMES, pitchClass } from '../../../music/guitar/note-name.js'
import {
  isSamePosition,
  type Position,
  positionsOf,
  type StrungNeck,
} from '../../../music/guitar/position.js'
import type { Kind } from '../trainer-settings.js'
import { type Card, CHORD_KINDS, CHORD_NAMES, CHORD_TONES, DEGREE_NAMES, intervalName } from './card.js'
import { askedPositions, type DeckSettings } from './deck.js'

export interface Choice {
  readonly value: string
  /** Note name with a sharp, English name to translate, or scale degree. */
  readonly text: string
}

export interface Sound {
  readonly pitches: readonly number[]
  readonly atMs: number
  readonly forMs: number
}

export interface Question {
  readonly card: Card
  readonly root: number
  readonly choices: readonly Choice[]
  readonly named: 'notes' | 'words' | 'degrees'
  readonly right: string
  readonly positions: readonly Position[]
  readonly sounds: readonly Sound[]
  readonly heardMs: number
}

const NOTE_MS = 800
const CHORD_MS = 1800
const CADENCE_MS = 450
const PAUSE_MS = 350
/** Cadence I–IV–V–I, which establishes the key. */
const CADENCE = [
  [0, 4, 7],
  [0, 5, 9],
  [-1, 2, 7],
  [0, 4, 7],
] as const

const noteChoices = (accidentals: boolean): readonly Choice[] =>
  PITCH_CLASS_NAMES.filter(name => accidentals || name.length === 1).map(name => ({
    value: name,
    text: name,
  }))

const noteAt = (pitch: number): string => PITCH_CLASS_NAMES[pitchClass(pitch)] ?? ''

const INTERVALS = Array.from({ length: 12 }, (_, index) => index + 1)

function soundsOf(card: Card, root: number): readonly Sound[] {
  switch (card.kind) {
    case 'interval': {
      const other = root + (card.falling ? -card.semitones : card.semitones)
      return [
        { pitches: [root], atMs: 0, forMs: NOTE_MS },
        { pitches: [other], atMs: NOTE_MS, forMs: NOTE_MS },
      ]
    }
    case 'chord':
      return [{ pitches: CHORD_TONES[card.chord].map(tone => root + tone), atMs: 0, forMs: CHORD_MS }]
    case 'degree': {
      const cadence = CADENCE.map((tones, index) => ({
        pitches: tones.map(tone => root + tone),
        atMs: index * CADENCE_MS,
        forMs: CADENCE_MS,
      }))
      const atMs = CADENCE.length * CADENCE_MS + PAUSE_MS
      return [...cadence, { pitches: [root + card.semitones], atMs, forMs: NOTE_MS }]
    }
    default:
      return []
  }
}

type Answers = Pick<Question, 'choices' | 'named' | 'right'> & Partial<Pick<Question, 'positions'>>

function answersOf(card: Card, settings: DeckSettings, neck: StrungNeck): Answers {
  const notes = { choices: noteChoices(settings.accidentals), named: 'notes' } as const
  switch (card.kind) {
    case 'position':
      return { ...notes, right: noteAt(card.pitch) }
    case 'staff': {
      const positions = askedPositions(settings, neck).filter(({ pitch }) => pitch === card.pitch)
      return { ...notes, right: noteAt(card.pitch), positions }
    }
    case 'find': {
      const positions = askedPositions(settings, neck).filter(
        ({ pitch }) => pitchClass(pitch) === card.pitchClass,
      )
      return { choices: [], named: 'notes', right: noteAt(card.pitchClass), positions }
    }
    case 'interval': {
      const choices = INTERVALS.map(each => ({ value: String(each), text: intervalName(each) }))
      return { choices, named: 'words', right: String(card.semitones) }
    }
    case 'chord': {
      const choices = CHORD_KINDS.map(value => ({ value, text: CHORD_NAMES[value] }))
      return { choices, named: 'words', right: card.chord }
    }
    case 'degree': {
      const all = DEGREE_NAMES.map((text, index) => ({ value: String(index), text }))
      const choices = settings.accidentals ? all : all.filter(({ text }) => text.length === 1)
      return { choices, named: 'degrees', right: String(card.semitones) }
    }
  }
}

export function ask(card: Card, root: number, settings: DeckSettings, neck: StrungNeck): Question {
  const sounds = soundsOf(card, root)
  const heardMs = Math.max(0, ...sounds.map(({ atMs }) => atMs))
  return { card, root, positions: [], sounds, heardMs, ...answersOf(card, settings, neck) }
}

export const isHeard = (kind: Kind): boolean => kind === 'interval' || kind === 'chord' || kind === 'degree'

export interface PlayedNote {
  readonly pitch: number
  readonly string: number | undefined
}

/** `going on`: correct but incomplete. `ignored`: no effect, such as the root before an interval. */
export type Outcome = 'right' | 'wrong' | 'going on' | 'ignored'

export interface Progress {
  readonly positions: readonly Position[]
  readonly pitchClasses: readonly number[]
}

export const NO_PROGRESS: Progress = { positions: [], pitchClasses: [] }

interface Judged {
  readonly outcome: Outcome
  readonly progress: Progress
}

export function judgeNote(
  { card, root, positions }: Question,
  { pitch, string }: PlayedNote,
  progress: Progress,
  neck: StrungNeck,
): Judged {
  const at = pitchClass(pitch)
  const is = (isRight: boolean): Judged => ({ outcome: isRight ? 'right' : 'wrong', progress })
  switch (card.kind) {
    case 'position':
      // Playing the position shown in the question doesn't count as an answer.
      if (pitch === card.pitch && string === card.position.string) return { outcome: 'ignored', progress }
      return is(at === pitchClass(card.pitch))
    case 'find': {
      if (at !== card.pitchClass) return is(false)
      // Without a string, a note counts for all positions of its pitch.
      const places = positionsOf(pitch, neck).filter(place => string === undefined || place.string === string)
      const found = positions.filter(each => places.some(place => isSamePosition(place, each)))
      if (found.length === 0) return { outcome: 'ignored', progress }
      const all = [
        ...progress.positions,
        ...found.filter(each => !progress.positions.some(known => isSamePosition(known, each))),
      ]
      const outcome = all.length === positions.length ? 'right' : 'going on'
      return { outcome, progress: { ...progress, positions: all } }
    }
    case 'interval': {
      const wanted = root + (card.falling ? -card.semitones : card.semitones)
      if (at === pitchClass(root) && (card.semitones < 12 || pitch === root))
        return { outcome: 'ignored', progress }
      return is(at === pitchClass(wanted))
    }
    case 'chord': {
      const tones = CHORD_TONES[card.chord].map(tone => pitchClass(root + tone))
      if (!tones.includes(at)) return is(false)
      const pitchClasses = [...new Set([...progress.pitchClasses, at])]
      const outcome = pitchClasses.length === tones.length ? 'right' : 'going on'
      return { outcome, progress: { ...progress, pitchClasses } }
    }
    case 'degree':
      return is(at === pitchClass(root + card.semitones))
    case 'staff':
      return is(pitch === card.pitch)
  }
}
