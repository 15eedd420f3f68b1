/** `npm run positions -- FILE.json.gz`: learns the weights of the positions again from tablature of the file's shape. */
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { CliError, EXIT, exitCodeOf, printError } from '../../cli/errors.js'
import { readModel, type WeightsFile } from '../../src/plugins/positions/weights/model.js'
import { TABLE_SIZES } from '../../src/plugins/positions/weights/tables.js'
import { foldsOf, holdOut, oddQuarter } from './hold-out.js'
import { learnModels, SCALE } from './models.js'
import { readPassages } from './passages.js'
import { type Lesson, readLessons } from './pieces.js'
import { SHIPPED, TRIAL } from './recipes.js'

const WEIGHTS_FILE = new URL('../../src/plugins/positions/weights/guitar.json', import.meta.url)
const SOURCE = 'AnimeTAB (A. Yuuko and others), https://github.com/amamiya-yuuko/AnimeTAB, fingerstyle'
const LICENCE = 'CC BY-NC 4.0 (the tablature; these are numbers learned from it)'
/** What the field measured on fingerstyle that was kept back: the pieces learned from are a little easier. */
const RULE_HAS = 0.834

interface Options {
  readonly folds?: number
  readonly odd?: boolean
  readonly trial?: boolean
  /** Whether the passages that come with the project are learned from. */
  readonly passages: boolean
  readonly ruleHas: number
  readonly source: string
  readonly licence: string
}

const tell = (line: string) => void process.stdout.write(`${line}\n`)

function shareOf(word: string): number {
  const share = Number(word)
  if (word.trim() !== '' && share >= 0 && share <= 1) return share
  throw new InvalidArgumentError('Give a share from 0 to 1.')
}

function foldCount(word: string): number {
  const folds = Number(word)
  if (Number.isInteger(folds) && folds >= 2) return folds
  throw new InvalidArgumentError('Give a whole number from 2 on.')
}

/** @returns what the file of weights holds */
export function learnedFrom(
  lessons: readonly Lesson[],
  passages: readonly Lesson[],
  { trial, ruleHas, source, licence }: Omit<Options, 'passages'>,
): WeightsFile {
  const learned = learnModels(lessons, passages, trial ? TRIAL : SHIPPED, ruleHas, tell)
  const sources = passages.length > 0 ? `${source}; and passages of our own` : source
  return { source: sources, licence, tables: TABLE_SIZES, scale: SCALE, ...learned }
}

async function train(file: string, options: Options): Promise<void> {
  const { folds, odd, trial, ruleHas } = options
  if (trial && folds === undefined && !odd) {
    const message = 'The trial is only scored, never written; add --folds or --odd.'
    throw new CliError('trial_only_scored', message, EXIT.usage)
  }
  const lessons = await readLessons(file)
  if (!lessons.some(({ onsets }) => onsets.length > 0)) {
    const message = `"${file}" has no notes to learn from. Choose a file of tablature with pieces in it.`
    throw new CliError('tablature_empty', message, EXIT.badInput)
  }
  // The trial of the field notes had none.
  const passages = options.passages && !trial ? await readPassages() : []
  if (folds !== undefined || odd) {
    const parts = folds === undefined ? [oddQuarter(lessons)] : foldsOf(lessons, folds)
    if (parts.some(held => held.length === 0)) {
      const message = `"${file}" has too few pieces (${lessons.length}) to hold some of them out; give a file with more.`
      throw new CliError('tablature_empty', message, EXIT.badInput)
    }
    const learned = (others: readonly Lesson[]) => readModel(learnedFrom(others, passages, options))
    holdOut(lessons, { parts, ruleHas, learned, tell })
    return
  }
  const text = `${JSON.stringify(learnedFrom(lessons, passages, options))}\n`
  writeFileSync(WEIGHTS_FILE, text)
  tell(`${WEIGHTS_FILE.pathname}: ${(gzipSync(text, { level: 9 }).length / 1000).toFixed(1)} kB gzipped`)
}

/** @returns the exit code */
export async function training(words: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(words, { from: 'user' })
    return EXIT.ok
  } catch (error) {
    // Its own message was already printed.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    const code = exitCodeOf(error)
    printError(error, code === EXIT.unexpected)
    return code
  }
}

function createProgram(): Command {
  return new Command('npm run positions --')
    .description('Learns the weights of the positions again from tablature, and writes them.')
    .argument('<file>', 'tablature as .json or .json.gz; docs/positions.md says its shape')
    .option(
      '--folds <count>',
      'hold that share of the pieces out in turn, and tell scores instead',
      foldCount,
    )
    .option('--odd', 'hold out the quarter farthest from the lowest frets, and print scores instead')
    .option('--trial', 'learn as plainly as the trial of the field notes did, to compare its scores')
    .option('--no-passages', 'learn from the file alone, without the passages that come with the project')
    .option(
      '--rule-has <share>',
      'how much the rule of the lowest fret has of what is to be solved',
      shareOf,
      RULE_HAS,
    )
    .option('--source <words>', 'where the tablature comes from, written with the weights', SOURCE)
    .option('--licence <words>', 'its licence', LICENCE)
    .action(train)
    .exitOverride()
}
