/**
 * `npm run positions -- FILE.json.gz`: trains the weights for choosing positions from tablature in this file.
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { CliError, EXIT, exitCodeOf, printError } from '../../cli/errors.js'
import { readModel, type WeightsFile } from '../../src/music/fingering/model.js'
import { TABLE_SIZES } from '../../src/music/fingering/tables.js'
import { foldsOf, holdOut, oddQuarter } from './hold-out.js'
import { learnModels, SCALE } from './models.js'
import { readPassages } from './passages.js'
import { type Lesson, readLessons } from './pieces.js'

const WEIGHTS_FILE = new URL('../../src/music/fingering/guitar.json', import.meta.url)
const SOURCE = 'AnimeTAB (A. Yuuko and others), https://github.com/amamiya-yuuko/AnimeTAB, fingerstyle'
const LICENCE = 'CC BY-NC 4.0 (the tablature; these are numbers learned from it)'
const MODELS = 8

interface Options {
  readonly folds?: number
  readonly odd?: boolean
  readonly passages: boolean
}

const tell = (line: string) => void process.stdout.write(`${line}\n`)

function foldCount(word: string): number {
  const folds = Number(word)
  if (Number.isInteger(folds) && folds >= 2) return folds
  throw new InvalidArgumentError('Expected a whole number of 2 or more.')
}

function learnedFrom(lessons: readonly Lesson[], passages: readonly Lesson[]): WeightsFile {
  const source = passages.length > 0 ? `${SOURCE}; and our own passages` : SOURCE
  const learned = learnModels(lessons, passages, MODELS, tell)
  return { source, licence: LICENCE, tables: TABLE_SIZES, scale: SCALE, ...learned }
}

async function train(file: string, options: Options): Promise<void> {
  const lessons = await readLessons(file)
  const held = options.odd ? [oddQuarter(lessons)] : foldsOf(lessons, options.folds ?? 1)
  if (held.some(part => part.every(({ onsets }) => onsets.length === 0))) {
    const message = `"${file}" has too few pieces with notes (${lessons.length}). Choose a file with more.`
    throw new CliError('tablature_empty', message, EXIT.badInput)
  }
  const passages = options.passages ? await readPassages() : []
  if (options.odd || options.folds) {
    holdOut(lessons, held, others => readModel(learnedFrom(others, passages)), tell)
    return
  }
  writeFileSync(WEIGHTS_FILE, `${JSON.stringify(learnedFrom(lessons, passages))}\n`)
}

export async function training(words: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(words, { from: 'user' })
    return EXIT.ok
  } catch (error) {
    // Commander has already printed the error message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    const code = exitCodeOf(error)
    printError(error, code === EXIT.unexpected)
    return code
  }
}

const createProgram = () =>
  new Command('npm run positions --')
    .description('Learns the weights of the positions again from tablature, and writes them.')
    .argument('<file>', 'tablature as .json or .json.gz; docs/positions.md describes its shape')
    .option('--folds <count>', 'hold out each of so many parts in turn, and print scores instead', foldCount)
    .option('--odd', 'hold out the quarter farthest from the lowest frets, and print scores instead')
    .option('--no-passages', 'learn from the file alone, without the passages of the project')
    .action(train)
    .exitOverride()

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await training(process.argv.slice(2))
