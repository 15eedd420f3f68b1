import { basename, dirname, join, resolve } from 'node:path'
import { noteName } from '../../../src/music/guitar/note-name.js'
import { exactTimeText } from '../../../src/music/song/time-text.js'
import type {
  Difference,
  Failure,
  Lit,
  ProblemReport,
  ReportStep,
  ReportTools,
} from '../../../src/plugins/diagnostics/tokens.js'
import { REPLAYER } from '../../../src/plugins/diagnostics/tokens.js'
import { CliError, EXIT, printError, worstOf, wrongUsage } from '../../errors.js'
import { readInput, refuseExisting, STANDARD, writeOutput } from '../../io/files.js'
import { filesIn } from '../../io/inputs.js'
import {
  counted,
  plain,
  printJson,
  printLine,
  progressLine,
  shellQuoted,
  sideBySide,
} from '../../io/print.js'
import { checkReports, type ReportCase, type ReportFlags, writeReports } from '../../io/reports.js'
import { disposing } from '../../platform/node-kernel.js'
import { checkoutRoot } from '../../platform/state-folder.js'
import { untilEnded, watchEndings } from '../../replay/endings.js'
import { inFile } from '../../replay/play-file.js'
import { goldenTest } from '../../report/golden-test.js'
import { notesAfter, scenarioOf, testFile } from '../../report/notes-after.js'
import { replayReport, reportKernel, reportTools } from '../../report/report-kernel.js'
import { faultOf, isGood, stepInReport, type Verdict, verdictOf } from '../../report/verdict.js'
import { readNotes } from '../chord/chord-name.js'

interface Options {
  readonly json?: boolean
  readonly expected?: readonly string[]
  readonly output?: string
  readonly force?: boolean
  readonly ignore?: readonly Difference['what'][]
}

type ReplayOptions = Options & ReportFlags

const REPORT_ENDINGS = ['.fretwork-report.json', '.fretwork-report.json.gz']

export async function show(file: string, { all = false, json }: Options & { all?: boolean }) {
  const { report, tools } = await open(file)
  const failures = tools.failures(report)
  if (json) printJson({ file, failures, report })
  else for (const line of reportLines(report, failures, all)) printLine(line)
}

export async function replay(words: readonly string[], options: ReplayOptions): Promise<number> {
  await checkReports(options)
  const files = await filesIn(words, REPORT_ENDINGS)
  return untilEnded(({ signal }) => replayAll(files, options, signal))
}

async function replayAll(files: readonly string[], options: ReplayOptions, signal: AbortSignal) {
  const cases: ReportCase[] = []
  const exits: number[] = []
  for (const file of files) {
    // Yield, so that Ctrl-C is handled between two reports.
    await new Promise(resolve => setImmediate(resolve))
    if (signal.aborted) {
      const lines = ['Not replayed, because the run was interrupted.']
      if (options.json) printJson({ file, verdict: 'INTERRUPTED', recorded: [], now: [], notes: lines })
      cases.push({ name: file, group: 'reports', outcome: 'skipped', lines })
      continue
    }
    try {
      const found = await replayed(file, options)
      cases.push(found)
      exits.push(found.outcome === 'ok' ? EXIT.ok : EXIT.mismatch)
    } catch (error) {
      if (!(error instanceof CliError) || error.exit === EXIT.usage) throw error
      printError(error, false)
      cases.push({ name: file, group: 'reports', outcome: 'broken', lines: [error.message] })
      exits.push(error.exit)
    }
  }
  const good = cases.filter(({ outcome }) => outcome === 'ok')
  if (cases.length > 1 && !options.json)
    printLine(`${good.length} of ${counted(cases.length, 'report')} as recorded or expected.`)
  await writeReports('fretwork report replay', options, cases)
  return worstOf(exits)
}

async function replayed(file: string, options: ReplayOptions): Promise<ReportCase> {
  const { report, tools, replayed, verdict } = await judged(file, options)
  const { word, recorded, difference } = verdict
  const again = replayed.report
  const now = verdict.now.map(each => ({ ...each, step: stepInReport(report, again, each.step) }))
  const { step = 0, what, sentence } = difference ?? {}
  const found = difference && { step: step + 1, what, sentence }
  const lines = verdictLines({ ...verdict, now }, replayed.notes)
  const necks = await drawnNecks(tools, verdict, again)
  if (options.json) {
    const { notes } = replayed
    printJson({ file, verdict: word, recorded, now, ...(found && { difference: found }), notes })
  } else {
    const [left, right] = necks.map(({ title, rows }) => [title, ...rows])
    const drawn = left ? ['', ...(right ? sideBySide(left, right) : left)] : []
    for (const line of [`${word}  ${plain(file)}`, ...lines, ...drawn]) printLine(line)
  }
  return {
    ...{ name: file, group: 'reports', outcome: isGood(verdict) ? 'ok' : 'failed', type: word },
    ...{ lines, text: `${word}: ${lines.join('\n')}`, drawings: necks },
    more: reportLines(report, recorded, false),
    repeat: `fretwork report replay ${shellQuoted(file)}`,
  }
}

function verdictLines({ meaning, recorded, now, difference }: Verdict, notes: readonly string[]): string[] {
  return [
    meaning,
    ...recorded.map(each => `  recorded  ${failureLine(each)}`),
    ...now.map(each => `  now       ${failureLine(each)}`),
    ...(difference
      ? [`  first difference  step ${difference.step + 1}, ${difference.what}: ${difference.sentence}`]
      : []),
    ...notes.map(note => `  note      ${note}`),
  ].map(line => plain(line))
}

export async function shrink(file: string, options: Options): Promise<number> {
  const { output = nextTo(file, '.small.fretwork-report.json') } = options
  refuseExisting(output, options)
  const { expected, report, tools, replayed, verdict } = await judged(file, options)
  const fault = faultOf(tools, verdict)
  if (fault === undefined) {
    const message = `${plain(file)}: the replay shows no error or difference, so there is nothing to shrink. See "fretwork report replay".`
    throw new CliError('report_passes', message, EXIT.mismatch)
  }
  const [failure] = verdict.now
  const progress = progressLine(true)
  const endings = watchEndings()
  const small = await tools.shrink(report, {
    signal: endings.signal,
    at: failure
      ? stepInReport(report, replayed.report, failure.step)
      : (verdict.difference?.step ?? report.steps.length - 1),
    fails: async candidate =>
      faultOf(tools, verdictOf(tools, candidate, await replayReport(candidate), expected)) === fault,
    onProgress: (steps, tries) =>
      progress.show(() => `${counted(steps, 'step')} left after ${counted(tries, 'replay')}`),
  })
  progress.end()
  endings.dispose()
  endings.rethrow()
  await writeOutput(output, tools.write(small))
  const size = `${counted(report.steps.length, 'step')} became ${counted(small.steps.length, 'step')}`
  if (output !== STANDARD) printLine(`${plain(output)}: ${size} (${fault})`)
  // After Ctrl-C, the best result so far is still written.
  return endings.exit
}

export async function toTest(file: string, options: Options & { readonly goldenRun?: boolean }) {
  const { output = nextTo(file, options.goldenRun ? '.log.ndjson' : '.test.ts') } = options
  const golden = `${output.replace(/(\.log)?\.ndjson$/, '')}.golden.ndjson`
  for (const path of options.goldenRun ? [output, golden] : [output]) refuseExisting(path, options)
  const expected = expectedNotes(options)
  const { report } = await open(file)
  if (options.goldenRun) {
    if (expected)
      throw wrongUsage('flags_clash', 'A golden run compares with the recording. Remove --expected.')
    const test = await goldenTest(report)
    await writeOutput(output, test.log)
    await writeOutput(golden, test.golden)
    printLine(`It fails now: fretwork replay --golden ${shellQuoted(golden)} ${shellQuoted(output)}`)
    return
  }
  const last = report.steps.findLast(({ shown }) => shown?.notes)
  const notes = expected ?? last?.shown?.notes ?? []
  const scenario = scenarioOf(report)
  const now = await notesAfter(scenario)
  if (now.join() === notes.join()) {
    const message = `${plain(file)}: the test would pass now, so it could not show the fault. Say which notes are right with --expected; --golden-run compares positions and bends as well.`
    throw new CliError('report_not_shown', message, EXIT.mismatch)
  }
  await writeOutput(output, testFile(report, scenario, resolve(output), checkoutRoot(), notes))
  if (output !== STANDARD) printLine(`${plain(output)}: it fails now, while other notes sound at the end`)
}

function expectedNotes({ expected }: Options): readonly number[] | undefined {
  if (expected?.length === 1 && expected[0] === 'none') return []
  return (
    expected &&
    readNotes(expected)
      .map(({ pitch }) => pitch)
      .sort((a, b) => a - b)
  )
}

async function judged(file: string, options: Options) {
  const expected = expectedNotes(options)
  const { report, tools } = await open(file)
  const replayed = await replayReport(report)
  const verdict = verdictOf(tools, report, replayed, expected, options.ignore)
  return { expected, report, tools, replayed, verdict }
}

async function open(file: string): Promise<{ report: ProblemReport; tools: ReportTools }> {
  const bytes = await readInput(file)
  const tools = await reportTools()
  try {
    return { report: tools.read(bytes), tools }
  } catch (thrown) {
    throw inFile(file, thrown)
  }
}

/** Returns a path next to the report: `a/problem.fretwork-report.json` → `a/problem.test.ts`. */
function nextTo(file: string, ending: string): string {
  if (file === STANDARD) return `problem${ending}`
  return join(dirname(file), basename(file).replace(/(\.fretwork-report)?(\.json)?(\.gz)?$/, '') + ending)
}

async function drawnNecks(tools: ReportTools, { now, difference }: Verdict, again: ProblemReport) {
  const { view } = again
  if (!view) return []
  const [failure] = now
  const shown: [title: string, lit: ReadonlyMap<string, Lit>][] = []
  if (difference) shown.push(['Recorded', difference.recorded], ['Now', difference.replayed])
  else if (failure) shown.push(['Now', tools.neckAfter(again, failure.step)])
  else return []
  return disposing(reportKernel(), async kernel => {
    await kernel.host.activate('diagnostics')
    const neck = { strings: view.strings, capo: view.capo, frets: view.capo + view.fretMax }
    const lit = shown.map(([label, all]) => ({ label, notes: notesOf(all) }))
    return (await kernel.get(REPLAYER)()).draw(neck, lit).map(({ notes, rows, svg }, index) => ({
      ...{ title: `${shown[index]?.[0]}: ${notes || 'no note'}`, rows, svg },
    }))
  })
}

function notesOf(lit: ReadonlyMap<string, Lit>) {
  return [...lit].map(([key, { pitch }]) => ({
    note: { number: pitch, name: noteName(pitch).name },
    string: Number(key.split('/')[0]),
  }))
}

const LAST_STEPS = 40

function reportLines(report: ProblemReport, failures: readonly Failure[], all: boolean): string[] {
  const { made, app, page, user, remark, plugins, settings, steps, cut } = report
  const stopped = plugins.filter(({ status }) => ['failed', 'blocked', 'disabled'].includes(status))
  const from = all ? 0 : Math.max(0, steps.length - LAST_STEPS)
  const wrong = new Map(failures.map(failure => [failure.step, failure]))
  return [
    `Made ${made} by Fretwork ${app.version} (${app.browser ?? app.host})`,
    ...(page === undefined ? [] : [`Page: ${page}`]),
    `User: ${user.loggedIn ? `logged in${user.plan ? `, plan ${user.plan}` : ''}` : 'not logged in'}`,
    ...(remark === undefined ? [] : ['', ...remark.split('\n').map(line => `  ${line}`)]),
    '',
    ...stopped.map(
      ({ id, version, status, reason }) =>
        `Plugin ${id} ${version}: ${status}${reason ? ` – ${reason}` : ''}`,
    ),
    ...Object.entries(settings).map(([section, values]) => `Settings ${section}: ${JSON.stringify(values)}`),
    ...(cut ? ['The report is cut: notes held before its first step may be missing.'] : []),
    '',
    ...(from > 0 ? [`… ${from} steps before; print them with --all`] : []),
    ...steps.slice(from).flatMap((step, index) => {
      const failure = wrong.get(from + index)
      const head = `${String(from + index + 1).padStart(5)}  ${exactTimeText(step.at)}  `
      return [head + wordsOf(step), ...(failure ? [`        ✕ ${failure.sentence}`] : [])]
    }),
    '',
    ...(failures.length === 0
      ? ['No command and no line of the log reports an error.']
      : failures.map(each => `✕ ${failureLine(each)}`)),
  ].map(line => plain(line))
}

function failureLine({ step, rule, sentence }: Failure): string {
  return `step ${step + 1}, ${rule}: ${sentence}`
}

function wordsOf(step: ReportStep): string {
  switch (step.kind) {
    case 'midi':
      return `${step.raw.padEnd(8)}  ${step.port}${step.string === undefined ? '' : `  string ${step.string}`}${noteSuffix(step.event)}`
    case 'command': {
      const { id, args, outcome } = step
      const result = !outcome ? 'running' : outcome.ok ? 'ok' : `${outcome.code}: ${outcome.message}`
      return `command  ${id}${args === undefined ? '' : ` ${JSON.stringify(args)}`}  ${result}`
    }
    case 'settings':
      return `settings  ${step.section} ${JSON.stringify(step.changed)}`
    case 'call':
      return `call  ${step.name}  ${step.status ?? 'no answer'}  ${Math.round(step.ms)} ms`
    case 'event':
      return `event  ${step.id}${step.payload === undefined ? '' : ` ${shortened(JSON.stringify(step.payload))}`}`
    case 'log':
      return `${step.level}  ${step.source}: ${step.message}${(step.errors ?? []).map(each => ` – ${each.split('\n')[0]}`).join('')}`
  }
}

function noteSuffix(event: Readonly<Record<string, unknown>> | undefined): string {
  return event && event.kind === 'note' ? `  ${String(event.name)} ${event.on ? 'on' : 'off'}` : ''
}

function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text
}
