import type { JournalCommand, JournalEntry } from '../../../core/journal/journal.js'
import { redacted } from '../../../core/journal/redact.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import { codeOf } from '../../../core/platform/fretwork-error.js'
import type { SettingsSection } from '../../../core/settings/section.js'
import { SETTINGS_CHANGED, type SettingsChange } from '../../../core/settings/settings.js'
import { MIDI_EVENT } from '../../midi-io/tokens.js'
import { hexOf, type ReportStep, type Shown } from '../file/report.js'
import { errorText, plainMessage, sentenceOf } from './error-text.js'
import { keptSettings } from './kept-settings.js'

const SAVE_COMMAND = 'problem-report.save'

export interface StepContext {
  /** Start of the first step, on the host's clock. */
  readonly zero: number
  readonly argsOf: (command: string) => Parameters<typeof redacted>[1]
  readonly sectionOf: (id: string) => SettingsSection | undefined
}

/** `undefined` for what is not kept. */
export function stepOf(
  entry: JournalEntry,
  shown: Shown | undefined,
  context: StepContext,
): ReportStep | undefined {
  const base = { at: round(entry.at - context.zero), ...(shown && { shown }) }
  switch (entry.kind) {
    case 'event': {
      const { id, payload } = entry
      if (id === MIDI_EVENT.id) return midiStep(payload as MidiEvent, base, context)
      if (id === SETTINGS_CHANGED.id) return settingsStep(payload as SettingsChange, base, context)
      return { kind: 'event', ...base, id, ...(payload !== undefined && { payload: redacted(payload) }) }
    }
    case 'command': {
      const { id, args, outcome } = entry
      if (id === SAVE_COMMAND) return undefined
      return {
        ...{ kind: 'command', ...base, id },
        ...(args !== undefined && { args: redacted(args, context.argsOf(id)) }),
        ...(outcome && { outcome: outcomeOf(outcome) }),
      }
    }
    case 'call': {
      const { name, ms, status, request, answer } = entry
      return {
        ...{ kind: 'call', ...base, name, ms: round(ms) },
        ...(status !== undefined && { status }),
        ...(request !== undefined && { request }),
        ...(answer !== undefined && { answer }),
      }
    }
    case 'log': {
      const { level, source, message, details } = entry.entry
      const errors = details.filter(each => each instanceof Error).map(errorText)
      const said = plainMessage(message)
      return { kind: 'log', ...base, level, source, message: said, ...(errors.length > 0 && { errors }) }
    }
  }
}

/** To a tenth of a microsecond, finer than any clock of a browser. */
export function round(ms: number): number {
  return Math.round(ms * 10_000) / 10_000
}

type Base = Pick<ReportStep, 'at' | 'shown'>

function midiStep(
  { key: _, at, portId, raw, time, ...event }: MidiEvent,
  base: Base,
  { zero }: StepContext,
): ReportStep {
  const string = event.kind === 'note' ? event.string : undefined
  return {
    ...{ kind: 'midi', ...base, port: portId, raw: hexOf(raw), time, deviceAt: round(at - zero) },
    ...(string !== undefined && { string }),
    event: { ...event },
  }
}

function settingsStep(
  { section, changed }: SettingsChange,
  base: Base,
  { sectionOf }: StepContext,
): ReportStep {
  const known = sectionOf(section)
  const now = Object.fromEntries(changed.map(({ field, to }) => [field, to]))
  return { kind: 'settings', ...base, section, changed: known ? keptSettings(known, now) : {} }
}

function outcomeOf(outcome: NonNullable<JournalCommand['outcome']>) {
  const ms = round(outcome.ms)
  if ('error' in outcome) {
    return { ms, ok: false, code: codeOf(outcome.error), message: sentenceOf(outcome.error) }
  }
  return { ms, ok: true, ...(outcome.value !== undefined && { value: redacted(outcome.value) }) }
}
