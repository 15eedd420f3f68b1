import { getOrMake } from '../../src/core/platform/store.js'
import type { GoldenDifference, GoldenOptions, ReplayFormat } from '../../src/plugins/diagnostics/tokens.js'
import { badInput, CliError, EXIT, worstOf } from '../errors.js'
import { askLine } from '../io/ask-line.js'
import { STANDARD } from '../io/files.js'
import { counted, printJson, shellQuoted, sideBySide } from '../io/print.js'
import { type ReportCase, type ReportFlags, writeReports } from '../io/reports.js'
import type { Endings } from './endings.js'
import { type AskReason, type GoldenLogs, goldenLogs, isFailure, isPartial } from './golden-logs.js'
import { inFile, type Necks, NOWHERE, type Played, type PlayOptions, playFile } from './play-file.js'
import { hasSound, soundDifference } from './sound-print.js'

export interface GoldenFlags extends CaseOptions, ReportFlags {
  readonly golden: string
  readonly gzip?: boolean
  readonly reason?: string
  readonly json?: boolean
  readonly quiet?: boolean
  /** The format `tab` compares tablature instead of events. */
  readonly format?: ReplayFormat
}

export function goldenRun(files: readonly string[], flags: GoldenFlags, endings: Endings) {
  const { golden, json, quiet } = flags
  const asks = flags.update === true && flags.reason === undefined && process.stdin.isTTY === true
  const logs = goldenLogs(files, flags, asks && !files.includes(STANDARD) ? askOnce() : undefined)
  const cases: GoldenCase[] = []
  const print = (text: string) => process.stderr.write(`${text}\n`)

  const remarks = new Map<string, string[]>()
  const partial: string[] = []
  const show = (each: GoldenCase) => {
    if (quiet && each.exit === EXIT.ok) return
    if (json) printJson(jsonCase(each))
    else for (const line of textLines(each)) print(line)
  }
  const report = (all: readonly GoldenCase[]) =>
    writeReports(
      'fretwork replay',
      flags,
      all.map(each => reportCase(each, golden)),
    )

  return {
    async check(file: string, options: PlayOptions) {
      const onNote = (note: string) => void getOrMake(remarks, note, () => []).push(file)
      const play = (isAgain: boolean) =>
        playFile(
          file,
          isAgain ? { ...options, lines: NOWHERE, onNote: () => undefined } : { ...options, onNote },
          endings,
        )
      const read = async (path: string) => {
        const log = await logs.read(path)
        if (isPartial(log)) partial.push(path)
        return log
      }
      const canRepeat = file !== STANDARD && options.target === undefined
      const began = performance.now()
      const result = await checked(file, play, { ...logs, read }, { ...flags, canRepeat })
      if (endings.signal.aborted) return
      const found = { ...result, ms: performance.now() - began }
      cases.push(found)
      show(found)
    },
    /** Reports the remaining files of an interrupted run. */
    async interrupt(): Promise<void> {
      const remaining = files.slice(cases.length).map(file => {
        const message = `${file}: not finished, because the run was interrupted`
        return { file, message, status: 'interrupted' as const, events: 0, ms: 0, exit: EXIT.interrupted }
      })
      if (json) for (const each of remaining) show(each)
      else print(`Interrupted after ${cases.length} of ${counted(files.length, 'file')}.`)
      await report([...cases, ...remaining])
    },
    async finish(): Promise<number> {
      const equal = cases.filter(({ exit }) => exit === EXIT.ok)
      const orphans = (await logs.orphans()).map(({ golden, file }) => {
        const message = `${golden}: its file ${file} no longer exists. Delete the log, or restore the file.`
        return { file, golden, message, status: 'orphan' as const, events: 0, ms: 0, exit: EXIT.mismatch }
      })
      if (!json && !quiet)
        for (const [note, [first = '', ...more]] of remarks)
          print(`${more.length > 0 ? `${more.length + 1} files, such as ${first}` : first}: ${note}`)
      for (const each of orphans) show(each)
      if (!json && !quiet && cases.length > 1)
        print(`${equal.length} of ${cases.length} match their golden logs.`)
      const [first, ...more] = partial
      if (first !== undefined && !quiet) {
        const which = more.length > 0 ? `${more.length + 1} golden logs, such as ${first}` : first
        print(`${which}: strings, frets or chords are missing and were not compared; add them with --update.`)
      }
      const all = [...cases, ...orphans]
      await report(all)
      return worstOf(all.map(({ exit }) => exit))
    },
  }
}

export type GoldenRun = ReturnType<typeof goldenRun>

function askOnce(): AskReason {
  let answer: Promise<string | undefined> | undefined
  return path => {
    const stopped = 'Stopped. The remaining golden logs were not written.'
    answer ??= askLine(`Why does "${path}" change? `, { hidden: false, stopped })
    return answer
  }
}

function textLines({ message, difference }: GoldenCase): string[] {
  if (!difference) return [message]
  const { lines, necks } = difference
  return [message, ...lines, ...(necks ? neckLines(necks) : []), ...laterLines(difference)]
}

function laterLines({ later, more }: GoldenDifference): string[] {
  return [
    ...later.flatMap(({ number, time, lines }) => [`then at line ${number}, ${time}:`, ...lines]),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}

function neckLines({ expected, actual }: Necks): string[] {
  return sideBySide(
    [`expected: ${expected.notes || 'no note'}`, ...expected.rows],
    [`actual: ${actual.notes || 'no note'}`, ...actual.rows],
  )
}

function jsonCase({ file, golden, status, events, ms, message, difference }: GoldenCase) {
  return {
    ...{ file, status, ...(golden !== undefined && { golden }), events, ms: Math.round(ms * 10) / 10 },
    ...(status !== 'equal' && status !== 'written' && { message }),
    ...(difference && {
      difference: {
        ...{ line: difference.number, time: difference.time, fields: difference.fields },
        stretches: 1 + difference.later.length + difference.more,
      },
    }),
  }
}

const OUTCOMES = {
  ...({ equal: 'ok', written: 'ok' } as const),
  ...({ different: 'failed', flaky: 'flaky', broken: 'broken' } as const),
  ...({ orphan: 'failed', interrupted: 'skipped' } as const),
} satisfies Readonly<Record<GoldenCase['status'], ReportCase['outcome']>>

function reportCase(each: GoldenCase, golden: string): ReportCase {
  const { file, status, ms, message, difference } = each
  const { lines = [], necks } = difference ?? {}
  return {
    ...{ name: file, group: 'golden', outcome: OUTCOMES[status], lines: [message, ...lines] },
    ...{ text: textLines(each).join('\n'), type: status, seconds: ms / 1000 },
    drawings: necks && [
      { title: 'Expected', svg: necks.expected.svg },
      { title: 'Actual', svg: necks.actual.svg },
    ],
    more: difference && laterLines(difference),
    repeat: `fretwork replay --golden ${shellQuoted(golden)} ${shellQuoted(file)}`,
  }
}

interface GoldenCase {
  readonly file: string
  readonly golden?: string
  /** Result for the file; `flaky` means that two runs differ; `orphan`, that the golden log’s file is missing. */
  readonly status: 'equal' | 'written' | 'different' | 'flaky' | 'broken' | 'orphan' | 'interrupted'
  readonly events: number
  readonly ms: number
  readonly exit: number
  readonly message: string
  readonly difference?: CaseDifference
}

interface CaseDifference extends GoldenDifference {
  readonly necks?: Necks | undefined
}

type Play = (isAgain: boolean) => Promise<Played>

interface CaseOptions extends GoldenOptions {
  readonly update?: boolean
  readonly sound?: boolean
  readonly canRepeat?: boolean
}

async function checked(file: string, play: Play, logs: GoldenLogs, options: CaseOptions): Promise<Found> {
  try {
    const played = await play(false).catch(error => failedPlay(file, error))
    return await (options.update ? updated : compared)(file, played, logs, options, play)
  } catch (error) {
    if (!(error instanceof CliError) || error.exit === EXIT.interrupted) throw error
    return { file, status: 'broken', events: 0, exit: error.exit, message: error.message }
  }
}

type Found = Omit<GoldenCase, 'ms'>

/** For an invalid song, the golden log contains the error. */
interface FailedPlay extends Pick<Played, 'log' | 'events'> {
  readonly error: CliError
}

const OF_MACHINE = /^(file_unreadable|unexpected|E[A-Z0-9_]+)$/

function failedPlay(file: string, error: unknown): FailedPlay {
  // System errors and internal errors say nothing about the song.
  const isOfSong = error instanceof CliError && error.exit === EXIT.badInput && !OF_MACHINE.test(error.code)
  if (!isOfSong) throw error
  const fails = error.message.replace(`${file}: `, '')
  return { error, events: 0, log: `${JSON.stringify({ fails })}\n` }
}

const OF_NECK = 'The log now has the strings, frets, bends and chords on the neck.'
const OF_SOUND = 'The log now has the sound.'

async function updated(
  file: string,
  played: Played | FailedPlay,
  logs: GoldenLogs,
  options: CaseOptions,
): Promise<Found> {
  const { events } = played
  let { log } = played
  if (events === 0 && !('error' in played)) {
    const message = `${file} produced no events, so there is nothing to compare. Check --from, --to and the tracks.`
    throw badInput('golden_empty', message)
  }
  // Replacing a damaged log requires a reason, too.
  const isSame = (known: string) => fits(played, known, {})
  const golden = await logs.pathOf(file, isSame, true)
  const before = await logs.read(golden).catch(() => '')
  const isSound = options.sound || hasSound(before)
  if (!('error' in played)) {
    if (hasSound(before) && (await soundsSame(before, played))) log = before
    else if (isSound) log += await played.sound()
  } else if (!isFailure(before)) {
    const { code, message } = played.error
    throw badInput(code, `${message} No golden log was written.`, played.error)
  }
  // If nothing differs, the log is from an earlier version.
  const written = await logs.write(golden, log, known =>
    isSame(known) && !hasSound(known) ? (isSound ? OF_SOUND : OF_NECK) : undefined,
  )
  const message =
    'error' in played
      ? `${file}: the golden log ${written} now expects this failure: ${played.error.message}`
      : `${file}: ${counted(events, 'event')} in ${written}`
  return { file, golden: written, status: 'written', events, exit: EXIT.ok, message }
}

const isOfSound = ({ fields }: Pick<GoldenDifference, 'fields'>) => fields.includes('sound')

/** Compares the events and, if they are equal, the sound recorded in the log. */
async function differenceFrom(log: string, played: Played, options: GoldenOptions) {
  const difference = played.compare(log, options)
  if (difference || !hasSound(log)) return difference
  return soundDifference(log, await played.sound(), options, played.barAt)
}

const soundsSame = (log: string, played: Played) =>
  differenceFrom(log, played, {}).then(
    difference => !difference,
    () => false,
  )

/** Returns whether the events match the golden log, which may be damaged. */
function fits(played: Played | FailedPlay, log: string, options: GoldenOptions): boolean {
  if ('error' in played || isFailure(log)) return played.log === log
  try {
    return !played.compare(log, options)
  } catch {
    return false
  }
}

const EQUAL = { status: 'equal', exit: EXIT.ok } as const
const DIFFERENT = { status: 'different', exit: EXIT.mismatch } as const

async function compared(
  file: string,
  played: Played | FailedPlay,
  logs: GoldenLogs,
  options: CaseOptions,
  play: Play,
): Promise<Found> {
  const golden = await logs.pathOf(file, log => fits(played, log, options))
  const log = await logs.read(golden).catch(missing => {
    throw 'error' in played ? played.error : missing
  })
  const { events } = played
  if ('error' in played || isFailure(log)) {
    if ('error' in played && !isFailure(log)) throw played.error
    const isSame = played.log === log
    const message = isSame
      ? `${file}: fails as expected`
      : `${file} no longer fails as in ${golden}: ${log.trim()}`
    return { file, golden, events, ...(isSame ? EQUAL : DIFFERENT), message }
  }
  let difference: GoldenDifference | undefined
  try {
    difference = await differenceFrom(log, played, options)
  } catch (error) {
    throw inFile(golden, error)
  }
  if (!difference) {
    const message = `${file}: matches its golden log (${counted(events, 'event')})`
    return { file, golden, events, ...EQUAL, message }
  }
  const other = options.canRepeat
    ? await play(true).catch(error => {
        if (!(error instanceof CliError) || error.exit === EXIT.interrupted) throw error
        return error
      })
    : undefined
  if (other instanceof CliError) {
    const message = `${file} is flaky: it differs from ${golden}, and could not be played again. ${other.message}`
    return { file, golden, status: 'flaky', events, exit: EXIT.mismatch, message }
  }
  const own = isOfSound(difference) ? played.log + (await played.sound()) : played.log
  const between = other && (await differenceFrom(own, other, options))
  const shown = between ?? difference
  const at = isOfSound(shown) ? `in sound. ${shown.lines[0]}` : `at line ${shown.number}, ${shown.time}:`
  return {
    ...{ file, golden, events, exit: EXIT.mismatch, status: between ? 'flaky' : 'different' },
    message: between
      ? `${file} is flaky: it differs from ${golden}, and a second run differs from the first ${at}`
      : `${file} differs from ${golden} ${at}`,
    difference: {
      ...shown,
      ...(isOfSound(shown) && { lines: [] }),
      necks: (between ? other : played)?.necks(shown),
    },
  }
}
