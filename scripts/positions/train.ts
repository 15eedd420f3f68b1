// `npm run positions -- FILE.json.gz`: learns the weights of the positions again from tablature of the file's shape.
// Words after the file: `--folds 4` holds pieces out in turn and tells the scores instead of writing weights, `--odd`
// holds out the quarter that lies farthest from the lowest frets. `--rule-has 0.75` tells how hard the pieces are that
// the weights are for: the share that the rule of the lowest fret has of them.
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { createRandom } from '../../bench/random.js'
import { readModel, type WeightsFile } from '../../src/plugins/positions/model.js'
import { score } from '../../src/plugins/positions/score.js'
import { TABLE_SIZES } from '../../src/plugins/positions/tables.js'
import { learnModels, SCALE } from './models.js'
import { type Lesson, lessonOf, lowestFretShare, readLessons } from './pieces.js'
import { melodyOf } from './variations.js'
import { weighed } from './weighing.js'

const WEIGHTS_FILE = new URL('../../src/plugins/positions/weights/fingerstyle.json', import.meta.url)
const SOURCE = 'AnimeTAB (A. Yuuko and others), https://github.com/amamiya-yuuko/AnimeTAB, fingerstyle'
const LICENCE = 'CC BY-NC 4.0 (the tablature; these are numbers learned from it)'
/** What the field measured on fingerstyle that was kept back: the pieces learned from are a little easier. */
const RULE_HAS = 0.834
/** Pieces are dealt to folds by this. */
const FOLD_SEED = 7

const tell = (line: string) => void process.stdout.write(`${line}\n`)
const percent = (share: number) => (share * 100).toFixed(2).padStart(6)

function wordAfter(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}

/** Below this the rule of the lowest fret leaves something to gain. */
const MUCH_TO_GAIN = 0.9

/** Scores of models that never saw the pieces they are scored on. */
function holdOut(parts: readonly (readonly Lesson[])[], lessons: readonly Lesson[]): void {
  const sums = new Map<string, { of: number; macro: number; ambiguous: number }>()
  const counts = weighed(lessons, ruleHas)
  const asHard = new Map<string, { of: number; macro: number }>()
  for (const [part, held] of parts.entries()) {
    const model = readModel(fileOf(lessons.filter(lesson => !held.includes(lesson))))
    tell(
      `part ${part + 1}: ${held.length} pieces         macro  micro  ambiguous  unplayable  no grip  notes/s`,
    )
    const told = (group: string, pieces: readonly Lesson[]) => {
      if (pieces.length === 0) return
      const rows = score(
        pieces.map(({ piece }) => piece),
        model,
        () => performance.now(),
      )
      for (const { name, macro, micro, ambiguous, unplayable, withoutGrip, notesPerSecond } of rows) {
        const key = `${name}${group}`
        const sum = sums.get(key) ?? { of: 0, macro: 0, ambiguous: 0 }
        sum.of += pieces.length
        sum.macro += macro * pieces.length
        sum.ambiguous += ambiguous * pieces.length
        sums.set(key, sum)
        const shares = [macro, micro, ambiguous].map(percent).join(' ')
        tell(`  ${key.padEnd(40)} ${shares}  ${unplayable} ${withoutGrip} ${Math.round(notesPerSecond)}`)
      }
    }
    told('', held)
    told(
      ', rule under 90 %',
      held.filter(lesson => lowestFretShare(lesson) < MUCH_TO_GAIN),
    )
    told(
      ', melody by itself',
      held.map(({ id, piece }) => lessonOf(id, melodyOf(piece))),
    )
    for (const lesson of held) {
      const count = counts.get(lesson) ?? 1
      for (const { name, macro } of score([lesson.piece], model, () => performance.now())) {
        const { of, macro: sum } = asHard.get(name) ?? { of: 0, macro: 0 }
        asHard.set(name, { of: of + count, macro: sum + macro * count })
      }
    }
  }
  for (const [key, { of, macro, ambiguous }] of sums)
    tell(`${key.padEnd(40)} ${percent(macro / of)} macro, ${percent(ambiguous / of)} ambiguous, ${of} pieces`)
  for (const [name, { of, macro }] of asHard)
    tell(`${name.padEnd(40)} ${percent(macro / of)} macro, weighed as hard as --rule-has says`)
}

/** Pieces by chance in parts of the same size. */
function foldsOf(lessons: readonly Lesson[], folds: number): (readonly Lesson[])[] {
  const order = createRandom(FOLD_SEED).shuffled(lessons)
  return Array.from({ length: folds }, (_, fold) => order.filter((_, at) => at % folds === fold))
}

/** The quarter that the rule of the lowest fret has least of: the nearest to another style that there is. */
function oddQuarter(lessons: readonly Lesson[]): readonly Lesson[] {
  return [...lessons]
    .sort((a, b) => lowestFretShare(a) - lowestFretShare(b))
    .slice(0, Math.floor(lessons.length / 4))
}

function fileOf(lessons: readonly Lesson[]): WeightsFile {
  return {
    source: wordAfter('--source') ?? SOURCE,
    licence: wordAfter('--licence') ?? LICENCE,
    tables: TABLE_SIZES,
    scale: SCALE,
    ...learnModels(lessons, ruleHas, tell),
  }
}

const path = process.argv[2]
if (!path) throw new Error('Name the file of tablature: npm run positions -- FILE.json.gz')
const lessons = readLessons(path)
if (!lessons.some(({ onsets }) => onsets.length > 0))
  throw new Error(`${path} holds no notes to learn from: give a file of tablature with pieces in it.`)
const ruleHas = Number(wordAfter('--rule-has') ?? RULE_HAS)
if (!(ruleHas >= 0 && ruleHas <= 1)) throw new Error('--rule-has is a share: give a number from 0 to 1.')
const folds = Number(wordAfter('--folds') ?? 0)
if (folds > 1) holdOut(foldsOf(lessons, folds), lessons)
else if (process.argv.includes('--odd')) holdOut([oddQuarter(lessons)], lessons)
else {
  const text = `${JSON.stringify(fileOf(lessons))}\n`
  writeFileSync(WEIGHTS_FILE, text)
  tell(`${WEIGHTS_FILE.pathname}: ${(gzipSync(text, { level: 9 }).length / 1000).toFixed(1)} kB gzipped`)
}
