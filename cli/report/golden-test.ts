/** Converts a problem report to a log and the golden log that is expected for it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOG_FORMAT, LOG_VERSION } from '../../src/music/midi/log-file.js'
import type { MidiEvent } from '../../src/music/midi/midi-event.js'
import type { ProblemReport, ReportStep, ShownEvent } from '../../src/plugins/diagnostics/tokens.js'
import { CliError, EXIT } from '../errors.js'
import { GOLDEN_VERSION, neckWords } from '../replay/on-neck.js'
import { lineOf, NOWHERE, playFile } from '../replay/play-file.js'
import { replayReport } from './report-kernel.js'

/** @throws CliError `report_not_shown` if a golden run differs from the report or shows no fault */
export async function goldenTest(
  report: ProblemReport,
): Promise<{ readonly log: string; readonly golden: string }> {
  const needs = neededBy(report)
  if (needs)
    throw refused(
      `A golden run plays only MIDI messages with default settings, and this report needs ${needs}`,
    )
  const { report: replayed } = await replayReport(report)
  const log = headerOf(report) + linesOf(report)
  const folder = await mkdtemp(join(tmpdir(), 'fretwork-'))
  try {
    const file = join(folder, 'report.log.ndjson')
    await writeFile(file, log)
    const options = { edits: {}, fast: true, rounds: 1, tailMs: 0, lines: NOWHERE, keep: true }
    const run = await playFile(file, options, new AbortController())
    if (run.compare(linesOf(replayed, wordsIn(replayed)), { ignore: ['time'] }))
      throw refused('A golden run differs from this report')
    const golden = linesOf(report, wordsIn(report))
    if (!run.compare(golden, {}))
      throw refused('A golden run of this report passes now', 'Run it where the fault is.')
    return { log, golden }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Settings sections that change what the neck shows. */
const OF_NECK = ['Fretboard', 'Midi', 'MidiDevices']
const OF_LOG = ['fretMin', 'fretMax', 'tuningId', 'capo']

function neededBy({ before, bendRanges, settings, steps }: ProblemReport): string | undefined {
  if (before.length > 0) return 'what sounded before its first step'
  if (Object.keys(bendRanges).length > 0) return 'bend ranges of devices'
  const section = Object.entries(settings).find(
    ([id, values]) => OF_NECK.includes(id) && Object.keys(values).some(name => !OF_LOG.includes(name)),
  )
  if (section) return `settings (${section[0]})`
  const step = steps.find(({ kind }) => kind === 'command' || kind === 'settings')
  return step && `its ${step.kind === 'command' ? 'commands' : 'changes of settings'}`
}

const refused = (why: string, advice = 'Write a Vitest test: leave out --golden-run.') =>
  new CliError('report_not_shown', `${why}, so it cannot show this fault. ${advice}`, EXIT.mismatch)

type Words = readonly (readonly string[])[]

/** Returns the neck changes for each MIDI message. Changes in between are added to the next message. */
function wordsIn({ steps }: ProblemReport): Words {
  let positions: NonNullable<NonNullable<ReportStep['shown']>['positions']> = {}
  return steps.flatMap(({ kind, shown }) => {
    Object.assign(positions, shown?.positions)
    if (kind !== 'midi') return []
    const words = Object.entries(positions).map(([key, lit]) => neckWords(key, lit ?? undefined))
    positions = {}
    return [words]
  })
}

/** Returns a log header for the report's neck. */
function headerOf({ view }: ProblemReport): string {
  if (!view) return ''
  const { strings, capo, fretMin: from, fretMax: to } = view
  const settings = { tuning: { strings }, capo, frets: { from, to } }
  return `${JSON.stringify({ format: LOG_FORMAT, version: LOG_VERSION, settings })}\n`
}

function linesOf(report: ProblemReport, words: Words = []): string {
  const messages = report.steps.filter(step => step.kind === 'midi')
  const lines = messages.map(({ raw, port, time, at, deviceAt = at, string, event = {} }, index) => {
    const bytes = raw.split(' ').map(byte => Number.parseInt(byte, 16))
    const neck = words[index]?.toSorted().join(' ')
    const shown = {
      ...(string !== undefined && { string }),
      ...(neck && { neck }),
      // Reports don't record chords.
      ...(index === 0 && neck !== undefined && { neck, chord: null, golden: GOLDEN_VERSION }),
    }
    const whole = {
      ...event,
      key: index + 1,
      time,
      at: deviceAt,
      portId: port,
      raw: bytes,
      ...shown,
    } as unknown
    return `${lineOf(whole as MidiEvent & ShownEvent)}\n`
  })
  return lines.join('')
}
