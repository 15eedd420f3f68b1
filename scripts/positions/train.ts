// `npm run positions -- FILE.json.gz`: learns the weights of the positions again from tablature of the file's shape.
// Words after the file: `--folds 4` holds pieces out and tells the scores instead of writing weights.
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { createRandom } from '../../bench/random.js'
import type { Model } from '../../src/plugins/positions/model.js'
import { score } from '../../src/plugins/positions/score.js'
import { TABLE_SIZES } from '../../src/plugins/positions/tables.js'
import { learnModels, quantised, SCALE } from './models.js'
import { type Lesson, readLessons } from './pieces.js'

const WEIGHTS_FILE = new URL('../../src/plugins/positions/weights/fingerstyle.json', import.meta.url)
const SOURCE = 'AnimeTAB (A. Yuuko and others), https://github.com/amamiya-yuuko/AnimeTAB, fingerstyle'
const LICENCE = 'CC BY-NC 4.0 (the tablature; these are numbers learned from it)'
/** Pieces are dealt to folds by this. */
const FOLD_SEED = 7

const tell = (line: string) => void process.stdout.write(`${line}\n`)
const percent = (share: number) => (share * 100).toFixed(2).padStart(6)

function wordAfter(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}

/** Scores of models that never saw the pieces they are scored on. */
function crossValidate(lessons: readonly Lesson[], folds: number): void {
  const order = createRandom(FOLD_SEED).shuffled(lessons)
  const sums = new Map<string, number>()
  for (let fold = 0; fold < folds; fold += 1) {
    const model = modelOf(order.filter((_, at) => at % folds !== fold))
    const held = order.filter((_, at) => at % folds === fold)
    tell(
      `fold ${fold + 1}: ${held.length} pieces         macro  micro  ambiguous  unplayable  no grip  notes/s`,
    )
    for (const row of score(
      held.map(({ piece }) => piece),
      model,
      () => performance.now(),
    )) {
      sums.set(row.name, (sums.get(row.name) ?? 0) + row.macro * held.length)
      const shares = [row.macro, row.micro, row.ambiguous].map(percent).join(' ')
      tell(
        `  ${row.name.padEnd(26)} ${shares}  ${row.unplayable} ${row.withoutGrip} ${Math.round(row.notesPerSecond)}`,
      )
    }
  }
  for (const [name, sum] of sums)
    tell(`${name.padEnd(26)} ${percent(sum / lessons.length)} macro over all pieces`)
}

function modelOf(lessons: readonly Lesson[]): Model {
  const { whole, live } = learnModels(lessons, tell)
  const rounded = (weights: Float64Array) => Float32Array.from(quantised(weights), number => number / SCALE)
  return { whole: rounded(whole), live: rounded(live) }
}

const path = process.argv[2]
if (!path) throw new Error('Name the file of tablature: npm run positions -- FILE.json.gz')
const lessons = readLessons(path)
const folds = Number(wordAfter('--folds') ?? 0)
if (folds > 1) crossValidate(lessons, folds)
else {
  const { whole, live } = learnModels(lessons, tell)
  const file = {
    source: wordAfter('--source') ?? SOURCE,
    licence: wordAfter('--licence') ?? LICENCE,
    tables: TABLE_SIZES,
    scale: SCALE,
    whole: quantised(whole),
    live: quantised(live),
  }
  const text = `${JSON.stringify(file)}\n`
  writeFileSync(WEIGHTS_FILE, text)
  tell(`${WEIGHTS_FILE.pathname}: ${(gzipSync(text, { level: 9 }).length / 1000).toFixed(1)} kB gzipped`)
}
