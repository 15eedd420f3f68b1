/** Entries of the journal as steps of a report: without private text, and without what says nothing. */
import type { JournalEntry } from '../../../core/journal/journal.js'
import { redacted } from '../../../core/journal/redact.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import { codeOf, messageOf } from '../../../core/platform/fretwork-error.js'
import { SETTINGS_CHANGED, type SettingsChange } from '../../../core/settings/settings.js'
import { MIDI_EVENT, MIDI_TICK } from '../../midi-io/tokens.js'
import { hexOf, type ReportStep, type Shown } from '../file/report.js'

const SAVE_COMMAND = 'problem-report.save'
/** Lines of a stack that say where something was thrown. */
const STACK_LINES = 6

/** @param at in milliseconds since the first step @returns undefined for what is not kept */
export function stepOf(entry: JournalEntry, at: number, shown: Shown | undefined): ReportStep | undefined {
  const base = { at, ...(shown && { shown }) }
  switch (entry.kind) {
    case 'event': {
      const { id, payload } = entry
      if (id === MIDI_TICK.id) return undefined
      if (id === MIDI_EVENT.id) return midiStep(payload as MidiEvent, base)
      if (id === SETTINGS_CHANGED.id) return settingsStep(payload as SettingsChange, base)
      return { kind: 'event', ...base, id, ...(payload !== undefined && { payload: redacted(payload) }) }
    }
    case 'command': {
      const { id, args, outcome } = entry
      // What made this report does not belong to the problem.
      if (id === SAVE_COMMAND) return undefined
      return {
        ...{ kind: 'command', ...base, id },
        ...(args !== undefined && { args: redacted(args) }),
        ...(outcome && { outcome: outcomeOf(outcome) }),
      }
    }
    case 'call': {
      const { name, ms, status, request, answer } = entry
      return {
        ...{ kind: 'call', ...base, name, ms },
        ...(status !== undefined && { status }),
        ...(request !== undefined && { request }),
        ...(answer !== undefined && { answer }),
      }
    }
    case 'log': {
      const { level, source, message, details } = entry.entry
      const errors = details.filter(each => each instanceof Error).map(described)
      return { kind: 'log', ...base, level, source, message, ...(errors.length > 0 && { errors }) }
    }
  }
}

type Base = Pick<ReportStep, 'at' | 'shown'>

function midiStep({ key: _, at: _at, portId, raw, time, ...event }: MidiEvent, base: Base): ReportStep {
  const string = event.kind === 'note' ? event.string : undefined
  return {
    ...{ kind: 'midi', ...base, port: portId, raw: hexOf(raw), time },
    ...(string !== undefined && { string }),
    event: { ...event },
  }
}

function settingsStep({ section, changed }: SettingsChange, base: Base): ReportStep {
  const now = Object.fromEntries(changed.map(({ field, to }) => [field, redacted(to, field)]))
  return { kind: 'settings', ...base, section, changed: now }
}

function outcomeOf(outcome: { readonly ms: number } & ({ value: unknown } | { error: unknown })) {
  const { ms } = outcome
  if ('error' in outcome) {
    return { ms, ok: false, code: codeOf(outcome.error), message: messageOf(outcome.error) }
  }
  return { ms, ok: true, ...(outcome.value !== undefined && { value: redacted(outcome.value) }) }
}

function described(error: Error): string {
  const stack = error.stack?.split('\n').filter(line => line.trim().startsWith('at ')) ?? []
  return [`${error.name}: ${error.message}`, ...stack.slice(0, STACK_LINES).map(line => line.trim())].join(
    '\n',
  )
}
