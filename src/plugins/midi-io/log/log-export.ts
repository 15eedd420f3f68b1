/** The log as a file: what was played, and all that is needed to see the same again. */

import { STANDARD_TUNING, TUNINGS } from '../../../core/music/guitar/tunings.js'
import {
  LOG_FORMAT,
  LOG_VERSION,
  type LogFile,
  type LogSettings,
  writeLogFile,
} from '../../../core/music/midi/log-file.js'
import { VERSION } from '../../../core/version.js'
import type { MidiSettings } from '../settings.js'
import type { MidiLog } from '../tokens.js'

export interface NeckInForce {
  readonly tuning: { readonly name: string; readonly strings: readonly number[] }
  /** Fret of the capo, 0 is none. */
  readonly capo: number
}

export interface LogExportParts {
  readonly log: Pick<MidiLog, 'snapshot'>
  readonly settings: MidiSettings
  /** The neck as it is shown; without one, the standard tuning. */
  readonly neck?: NeckInForce
  readonly date: Date
}

export interface LogExport {
  /** `midi-log-2026-11-21-170211.json`, in local time. */
  readonly name: string
  readonly text: string
}

export function exportLog({ log, settings, neck, date }: LogExportParts): LogExport {
  const file: LogFile = {
    format: LOG_FORMAT,
    version: LOG_VERSION,
    app: VERSION,
    exportedAt: date.toISOString(),
    settings: { midi: { ...settings }, tuning: tuningOf(neck), capo: neck?.capo ?? 0 },
    ...log.snapshot(),
  }
  return { name: `midi-log-${fileTime(date)}.json`, text: writeLogFile(file) }
}

/** A tuning of the user's own is known by its name. */
function tuningOf(neck: NeckInForce | undefined): LogSettings['tuning'] {
  const { name, strings } = neck?.tuning ?? STANDARD_TUNING
  const known = TUNINGS.find(tuning => tuning.name === name && tuning.strings.join() === strings.join())
  return { id: known?.id ?? name, name, strings: [...strings] }
}

/** `2026-11-21-170211`, in local time: for names of files. */
export function fileTime(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day}-${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`
}
