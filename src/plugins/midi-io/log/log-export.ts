import type { NoticeText } from '../../../core/events/notices.js'
import { inOne } from '../../../core/events/remarks.js'
import type { CommandHandler, PluginContext } from '../../../core/kernel/plugin.js'
import { CLOCK, NOTICES, PAGE, SETTINGS } from '../../../core/kernel/tokens.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { VERSION } from '../../../core/version.js'
import { STANDARD_TUNING, TUNINGS } from '../../../music/guitar/tunings.js'
import { LOG_FORMAT, LOG_VERSION, type LogSettings, writeLogFile } from '../../../music/midi/log-file.js'
import { logAsMidiFile } from '../../../music/midi/log-midi-file.js'
import type { MidiEvent } from '../../../music/midi/midi-event.js'
import { midiSettings } from '../settings.js'
import { MIDI_LOG, NECK_TUNING, type NeckTuning } from '../tokens.js'
import { portNames } from './log-commands.js'
import { LOG_FILTER, logFilter } from './log-filter.js'

const SENTENCES = phrases({
  empty: 'Nothing to export yet. Play something first.',
  exported: 'Log exported ({{count}} events).',
  hiddenToo: 'Whole log exported, including hidden events ({{count}} events).',
  leftOut: '{{count}} log entries weren’t exported: note-offs without a note-on, or invalid messages.',
})

function loggedEvents({ get }: PluginContext) {
  const logged = get(MIDI_LOG).snapshot()
  if (logged.events.length === 0) throw new FretworkError('log_empty', SENTENCES.empty, { idle: true })
  return logged
}

function hidesSome(context: PluginContext, events: readonly MidiEvent[]): boolean {
  const { view } = context.get(MIDI_LOG)
  const { paused, events: still } = view.getState()
  const { text, choice } = context.get(LOG_FILTER).getState()
  const seen = paused ? still : events
  return seen.filter(logFilter(text, portNames(context), choice)).length < events.length
}

function tell(context: PluginContext, events: readonly MidiEvent[], leftOut = 0): void {
  const source = 'midi-io'
  const message = hidesSome(context, events) ? SENTENCES.hiddenToo : SENTENCES.exported
  const remarks: NoticeText[] = [{ source, message, values: { count: events.length - leftOut } }]
  if (leftOut > 0) remarks.push({ source, message: SENTENCES.leftOut, values: { count: leftOut } })
  context.get(NOTICES).post({ kind: 'success', source, ...inOne(remarks) })
}

export const exportCommands = {
  'midi-io.export-log': async context => {
    const { get, find } = context
    const logged = loggedEvents(context)
    const date = get(CLOCK).date()
    const neck = get(NECK_TUNING).getState()
    const text = writeLogFile({
      format: LOG_FORMAT,
      version: LOG_VERSION,
      app: VERSION,
      exportedAt: date.toISOString(),
      settings: {
        midi: { ...get(SETTINGS).store(midiSettings).getState() },
        tuning: tuningOf(neck),
        capo: neck?.capo ?? 0,
      },
      ...logged,
    })
    const name = `midi-log-${fileTime(date)}.json`
    find(PAGE)?.saveFile(name, text)
    tell(context, logged.events)
    return { name, text }
  },
  'midi-io.export-log-as-midi': async context => {
    const { get, find } = context
    const logged = loggedEvents(context)
    const { bytes, leftOut } = logAsMidiFile(logged, portNames(context))
    const name = `midi-log-${fileTime(get(CLOCK).date())}.mid`
    find(PAGE)?.saveFile(name, bytes)
    tell(context, logged.events, leftOut)
    return { name, bytes }
  },
} satisfies Record<string, CommandHandler>

function tuningOf(neck: NeckTuning | undefined): LogSettings['tuning'] {
  const { name, strings } = neck ?? STANDARD_TUNING
  const known = TUNINGS.find(tuning => tuning.name === name && tuning.strings.join() === strings.join())
  return { id: known?.id ?? name, name, strings: [...strings] }
}

function fileTime(date: Date): string {
  // The Swedish locale formats dates as ISO 8601.
  return date.toLocaleString('sv').replace(' ', '-').replaceAll(':', '')
}
