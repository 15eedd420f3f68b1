/** Spaced repetition with FSRS (https://github.com/open-spaced-repetition). */
import { createEmptyCard, type Card as FsrsCard, fsrs, type Grade, Rating } from 'ts-fsrs'
import type { Kind, Remembered } from '../trainer-settings.js'

const scheduler = fsrs({ enable_fuzz: false })

/** Maximum times for an easy and for a good answer, ms. */
const TIMES: Readonly<Record<Kind, { readonly fast: number; readonly slow: number }>> = {
  position: { fast: 2000, slow: 6000 },
  find: { fast: 1200, slow: 3500 },
  interval: { fast: 2500, slow: 8000 },
  chord: { fast: 2500, slow: 8000 },
  degree: { fast: 2500, slow: 8000 },
  staff: { fast: 2000, slow: 7000 },
}

/**
 * @param ms time since the question was asked or finished sounding
 * @param parts number of answers required, such as all positions of a note
 */
export function gradeOf(kind: Kind, isRight: boolean, ms: number, parts = 1): Grade {
  if (!isRight) return Rating.Again
  const { fast, slow } = TIMES[kind]
  if (ms <= fast * parts) return Rating.Easy
  return ms <= slow * parts ? Rating.Good : Rating.Hard
}

const toCard = ({ due, last, days, step, ...known }: Remembered): FsrsCard => ({
  ...known,
  due: new Date(due),
  last_review: new Date(last),
  elapsed_days: 0,
  scheduled_days: days,
  learning_steps: step,
})

export function afterAnswer(before: Remembered | undefined, grade: Grade, nowMs: number): Remembered {
  const now = new Date(nowMs)
  const { card } = scheduler.next(before ? toCard(before) : createEmptyCard(now), now, grade)
  return {
    due: card.due.getTime(),
    last: nowMs,
    stability: card.stability,
    difficulty: card.difficulty,
    days: card.scheduled_days,
    step: card.learning_steps,
    reps: card.reps,
    lapses: card.lapses,
    state: card.state,
  }
}

export type Memory = Readonly<Record<string, Remembered>>

/** `due`: to be repeated now. `fresh`: never asked. `known`: not due for at least a day. */
export interface Standing {
  readonly due: number
  readonly fresh: number
  readonly known: number
  readonly total: number
}

export function standingOf(cards: readonly { readonly id: string }[], memory: Memory, nowMs: number) {
  const remembered = cards.flatMap(({ id }) => memory[id] ?? [])
  return {
    due: remembered.filter(({ due }) => due <= nowMs).length,
    fresh: cards.length - remembered.length,
    known: remembered.filter(({ due, days }) => due > nowMs && days >= 1).length,
    total: cards.length,
  }
}
