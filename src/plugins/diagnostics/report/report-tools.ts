import { FlateErrorCode, Gunzip, gzipSync } from 'fflate'
import { messageOf } from '../../../core/platform/fretwork-error.js'
import { issueSentence } from '../../../core/platform/issue-sentence.js'
import { SentenceError } from '../../../core/platform/phrases.js'
import type { ReportTools } from '../tokens.js'
import { firstDifference, shownState } from './difference.js'
import { failureName, failuresOf } from './failures.js'
import {
  type ProblemReport,
  REPORT_FORMAT,
  REPORT_VERSION,
  type ReportPart,
  type ReportStep,
  reportShape,
  STEP_KINDS,
} from './report.js'
import { shrinkReport } from './shrink.js'

export const reportTools: ReportTools = {
  read: readReport,
  write: writeReport,
  text: reportText,
  without: withoutParts,
  failures: failuresOf,
  nameOf: failureName,
  difference: firstDifference,
  shrink: shrinkReport,
  neckAfter(report, index) {
    const state = shownState(report)
    for (const step of report.steps.slice(0, index + 1)) state.take(step)
    return state.lit
  },
}

/** Maximum size after unpacking. A few kilobytes can unpack to gigabytes. */
const MOST_BYTES = 64 * 1024 * 1024
const CHUNK = 64 * 1024

/** @throws SentenceError `report_invalid`, `report_newer` */
function readReport(bytes: Uint8Array): ProblemReport {
  const value = parsed(unpacked(bytes))
  const { format, version } = Object(value) as { format?: unknown; version?: unknown }
  if (format !== REPORT_FORMAT) {
    throw new SentenceError(
      'report_invalid',
      'This is not a problem report: choose a .fretwork-report.json file.',
    )
  }
  if (typeof version === 'number' && version > REPORT_VERSION) {
    throw new SentenceError(
      'report_newer',
      'This problem report has version {{version}}, but this version of Fretwork reads version {{known}}. Update Fretwork.',
      { version, known: REPORT_VERSION },
    )
  }
  const result = reportShape.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new SentenceError('report_invalid', 'The problem report is damaged at “{{path}}”: {{reason}}.', {
    path: issue?.path.join('.') ?? '',
    reason: issueSentence(issue),
  })
}

function writeReport(report: ProblemReport): Uint8Array {
  // No timestamp, so that equal reports produce identical files.
  return gzipSync(new TextEncoder().encode(reportText(report)), { mtime: 0 })
}

function reportText({ steps, picture, ...head }: ProblemReport): string {
  const start = JSON.stringify(head, null, 2).replace(/\n}$/, '')
  const lines = steps.map(step => `    ${JSON.stringify(step)}`).join(',\n')
  const end = picture === undefined ? '' : `,\n  "picture": ${JSON.stringify(picture)}`
  return `${start},\n  "steps": [\n${lines}\n  ]${end}\n}\n`
}

const OF_MIDI = /^(midi-io|neck)\b/

function withoutParts(report: ProblemReport, without: readonly ReportPart[]): ProblemReport {
  const kinds = without.flatMap(part => STEP_KINDS[part] ?? [])
  const steps = report.steps.filter(({ kind }) => !kinds.includes(kind))
  const { picture, start, ...rest } = report
  const isQuiet = without.includes('midi')
  return {
    ...rest,
    ...(without.includes('settings') && { settings: {} }),
    ...(isQuiet ? { before: [], bendRanges: {} } : start && { start }),
    steps: isQuiet ? steps.flatMap(withoutNeck) : steps,
    ...(picture !== undefined && !isQuiet && !without.includes('picture') && { picture }),
  }
}

function withoutNeck(step: ReportStep): ReportStep[] {
  if (step.kind === 'event' && OF_MIDI.test(step.id)) return []
  const { shown: _, ...rest } = step
  return [rest as ReportStep]
}

function unpacked(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  // The smallest gzip file has 18 bytes (RFC 1952).
  if (bytes.length < 18)
    throw new SentenceError('report_invalid', 'The problem report cannot be unpacked: it is truncated.')
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const unpacker = new Gunzip(part => {
    size += part.length
    if (size > MOST_BYTES)
      throw new SentenceError('report_invalid', 'The problem report is too large (maximum 64 MB).')
    parts.push(part)
  })
  try {
    for (let from = 0; from < bytes.length; from += CHUNK)
      unpacker.push(bytes.subarray(from, from + CHUNK), from + CHUNK >= bytes.length)
  } catch (error) {
    if (error instanceof SentenceError) throw error
    const isCut = error instanceof Error && 'code' in error && error.code === FlateErrorCode.UnexpectedEOF
    throw new SentenceError(
      'report_invalid',
      'The problem report cannot be unpacked: {{reason}}.',
      { reason: isCut ? 'it is truncated' : messageOf(error) },
      { cause: error },
    )
  }
  const whole = new Uint8Array(size)
  // The last four bytes are the unpacked size (RFC 1952). The library accepts some truncated files.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(bytes.length - 4, true) !== size)
    throw new SentenceError('report_invalid', 'The problem report cannot be unpacked: it is truncated.')
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    throw new SentenceError(
      'report_invalid',
      'The problem report is not valid JSON: {{reason}}.',
      { reason: messageOf(error) },
      { cause: error },
    )
  }
}
