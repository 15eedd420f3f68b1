/** Decks of question cards, common and easy ones first. */
import { pitchClass } from '../../../music/guitar/note-name.js'
import { type Position, pitchAt, type StrungNeck } from '../../../music/guitar/position.js'
import { KINDS, type Kind, type TrainerSettings } from '../trainer-settings.js'
import { type Card, CHORD_KINDS } from './card.js'
import type { Memory } from './memory.js'

const NATURALS = [0, 2, 4, 5, 7, 9, 11]
const INTERVAL_ORDER = [12, 7, 5, 4, 3, 2, 9, 8, 11, 10, 1, 6]
const DEGREE_ORDER = [0, 7, 4, 5, 2, 9, 11, 3, 10, 8, 1, 6]
/** Range of the staff cards: from a guitar's low E to the E above the staff. */
const STAFF = { least: 40, most: 76 } as const

export type DeckSettings = Omit<TrainerSettings, 'memory' | 'minutes' | 'tuning'>

const isNatural = (pitch: number) => NATURALS.includes(pitchClass(pitch))
const firstOf = <T>(items: readonly T[], isFirst: (item: T) => boolean): readonly T[] => [
  ...items.filter(isFirst),
  ...items.filter(item => !isFirst(item)),
]

export function askedRange(settings: DeckSettings, { strings }: StrungNeck) {
  const { fretFrom, fretTo, highestString, lowestString } = settings
  const within = (string: number) => Math.min(strings.length, string)
  return {
    frets: { from: Math.min(fretFrom, fretTo), to: Math.max(fretFrom, fretTo) },
    highest: within(Math.min(highestString, lowestString)),
    lowest: within(Math.max(highestString, lowestString)),
  }
}

export function askedPositions(settings: DeckSettings, neck: StrungNeck) {
  const { frets, highest, lowest } = askedRange(settings, neck)
  const found: (Position & { pitch: number })[] = []
  for (let string = lowest; string >= highest; string -= 1) {
    for (let fret = frets.from; fret <= frets.to; fret += 1) {
      const pitch = pitchAt(neck, 0, string, fret)
      if (pitch !== undefined && (settings.accidentals || isNatural(pitch)))
        found.push({ string, fret, pitch })
    }
  }
  return found
}

const CARDS: Readonly<Record<Kind, (settings: DeckSettings, neck: StrungNeck) => readonly Card[]>> = {
  position: (settings, neck) =>
    firstOf(askedPositions(settings, neck), ({ pitch }) => isNatural(pitch)).map(
      ({ string, fret, pitch }) => ({
        kind: 'position',
        // The answer depends on the tuning, so use the open string's pitch.
        id: `position:${pitch - fret}:${fret}`,
        position: { string, fret },
        pitch,
      }),
    ),
  find: (settings, neck) => {
    const there = new Set(askedPositions(settings, neck).map(({ pitch }) => pitchClass(pitch)))
    return firstOf([...there], isNatural).map(at => ({ kind: 'find', id: `find:${at}`, pitchClass: at }))
  },
  interval: () =>
    [false, true].flatMap(falling =>
      INTERVAL_ORDER.map(semitones => ({
        kind: 'interval' as const,
        id: `interval:${semitones}:${falling ? 'down' : 'up'}`,
        semitones,
        falling,
      })),
    ),
  chord: () => CHORD_KINDS.map(chord => ({ kind: 'chord', id: `chord:${chord}`, chord })),
  degree: ({ accidentals }) =>
    DEGREE_ORDER.filter(semitones => accidentals || NATURALS.includes(semitones)).map(semitones => ({
      kind: 'degree',
      id: `degree:${semitones}`,
      semitones,
    })),
  staff: (settings, neck) => {
    const there = new Set(askedPositions(settings, neck).map(({ pitch }) => pitch))
    const written = [...there]
      .filter(pitch => pitch >= STAFF.least && pitch <= STAFF.most)
      .sort((a, b) => a - b)
    return firstOf(written, isNatural).map(pitch => ({ kind: 'staff', id: `staff:${pitch}`, pitch }))
  },
}

export const isAsked = (settings: DeckSettings, kind: Kind): boolean => settings[kind]

/** @param neck strings without a capo; frets are counted from the nut */
export function deck(
  settings: DeckSettings,
  neck: StrungNeck,
  kinds: readonly Kind[] = KINDS.filter(kind => isAsked(settings, kind)),
): readonly Card[] {
  return kinds.flatMap(kind => CARDS[kind](settings, neck))
}

/** Number of consecutive questions with the same kind and root. */
export const BLOCK = 5

export interface Asked {
  readonly last: string | undefined
  readonly kind: Kind | undefined
  readonly inBlock: number
  readonly newLeft: number
}

export const NOTHING_ASKED: Asked = { last: undefined, kind: undefined, inBlock: 0, newLeft: 10 }

export function pick(
  cards: readonly Card[],
  memory: Memory,
  nowMs: number,
  { last, kind, inBlock, newLeft }: Asked,
): Card | undefined {
  const dueAt = (card: Card) => memory[card.id]?.due ?? Number.POSITIVE_INFINITY
  const others = cards.length > 1 ? cards.filter(({ id }) => id !== last) : cards
  const due = others.filter(card => dueAt(card) <= nowMs).sort((a, b) => dueAt(a) - dueAt(b))
  const fresh = newLeft > 0 ? others.filter(({ id }) => memory[id] === undefined) : []
  const waiting = [...due, ...fresh]
  // If nothing is due, practice cards ahead of time.
  if (waiting.length === 0) {
    const known = others.filter(({ id }) => memory[id] !== undefined)
    return known.sort((a, b) => dueAt(a) - dueAt(b))[0] ?? others[0]
  }
  const stays = inBlock < BLOCK ? waiting.find(card => card.kind === kind) : undefined
  return stays ?? waiting.find(card => card.kind !== kind) ?? waiting[0]
}
