import { createRandom } from '../../bench/support/random.js'
import type { Model } from '../../src/music/fingering/model.js'
import { score } from '../../src/music/fingering/score.js'
import { RULE_HAS } from './models.js'
import { type Lesson, lessonOf, lowestFretShare } from './pieces.js'
import { melodyOf } from './variations.js'
import { weighed } from './weighing.js'

const FOLD_SEED = 7
const MUCH_TO_GAIN = 0.9

export function foldsOf(lessons: readonly Lesson[], folds: number): (readonly Lesson[])[] {
  const order = createRandom(FOLD_SEED).shuffled(lessons)
  return Array.from({ length: folds }, (_, fold) => order.filter((_, at) => at % folds === fold))
}

/**
 * Returns the quarter of the lessons that deviates most from the lowest-fret rule, as a substitute for a
 * different style.
 */
export function oddQuarter(lessons: readonly Lesson[]): readonly Lesson[] {
  return [...lessons]
    .sort((a, b) => lowestFretShare(a) - lowestFretShare(b))
    .slice(0, Math.floor(lessons.length / 4))
}

/** @param parts number of parts, each held out once */
export function holdOut(
  lessons: readonly Lesson[],
  parts: readonly (readonly Lesson[])[],
  learned: (others: readonly Lesson[]) => Model,
  tell: (line: string) => void,
): void {
  const counts = weighed(lessons, RULE_HAS)
  const all = new Means()
  const asHard = new Means()
  for (const [part, held] of parts.entries()) {
    const model = learned(lessons.filter(lesson => !held.includes(lesson)))
    tell(
      `part ${part + 1}: ${held.length} pieces         macro  micro  ambiguous  unplayable  no grip  notes/s`,
    )
    for (const [group, pieces] of groupsOf(held)) {
      if (pieces.length === 0) continue
      for (const row of scored(pieces, model)) {
        const name = `${row.name}${group}`
        all.add(name, pieces.length, row)
        const shares = [row.macro, row.micro, row.ambiguous].map(percent).join(' ')
        const counted = `${row.unplayable} ${row.withoutGrip} ${Math.round(row.notesPerSecond)}`
        tell(`  ${name.padEnd(40)} ${shares}  ${counted}`)
      }
    }
    for (const lesson of held)
      for (const row of scored([lesson], model)) asHard.add(row.name, counts.get(lesson) ?? 1, row)
  }
  for (const [name, { macro, ambiguous, of }] of all.rows())
    tell(`${name.padEnd(40)} ${percent(macro)} macro, ${percent(ambiguous)} ambiguous, ${of} pieces`)
  for (const [name, { macro }] of asHard.rows())
    tell(`${name.padEnd(40)} ${percent(macro)} macro, weighed as hard as other fingerstyle`)
}

function groupsOf(held: readonly Lesson[]): readonly (readonly [name: string, pieces: readonly Lesson[]])[] {
  return [
    ['', held],
    [', rule under 90 %', held.filter(lesson => lowestFretShare(lesson) < MUCH_TO_GAIN)],
    [', melody alone', held.map(({ id, piece }) => lessonOf(id, melodyOf(piece)))],
  ]
}

function scored(pieces: readonly Lesson[], model: Model) {
  return score(
    pieces.map(({ piece }) => piece),
    model,
    () => performance.now(),
  )
}

function percent(share: number): string {
  return (share * 100).toFixed(2).padStart(6)
}

interface Shares {
  readonly macro: number
  readonly ambiguous: number
}

class Means {
  private readonly sums = new Map<string, Shares & { readonly of: number }>()

  add(name: string, count: number, { macro, ambiguous }: Shares): void {
    const before = this.sums.get(name) ?? { of: 0, macro: 0, ambiguous: 0 }
    this.sums.set(name, {
      of: before.of + count,
      macro: before.macro + macro * count,
      ambiguous: before.ambiguous + ambiguous * count,
    })
  }

  rows(): (readonly [string, Shares & { readonly of: number }])[] {
    return [...this.sums].map(([name, { of, macro, ambiguous }]) => [
      name,
      { of, macro: macro / of, ambiguous: ambiguous / of },
    ])
  }
}
