/** The commands that save the log as a file, and say what is in it. */
import type { CommandHandler, PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { CLOCK, NOTICES, PAGE, SETTINGS } from '../../../core/kernel/services/tokens.js'
import { logAsMidiFile } from '../../../core/music/midi/log-midi-file.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { NECK_VIEW } from '../../fretboard/tokens.js'
import { portNames } from '../devices/port-name.js'
import { midiSettings } from '../settings.js'
import { LOG_FILTER, MIDI_LOG } from '../tokens.js'
import { exportLog, fileTime } from './log-export.js'
import { logFilter } from './log-filter.js'

const SENTENCES = phrases({
  empty: 'Nothing was played yet, so there is nothing to export.',
  exported: 'The log was exported. Events in the file: {{events}}.',
  hiddenToo:
    'The whole log was exported, also what the filter or the pause hides. Events in the file: {{events}}.',
  leftOut:
    'Ends of notes that began before the log, and what was no message, have no place in a MIDI file. Left out: {{number}}.',
})

/** @throws FretworkError `log_empty` */
function loggedEvents({ get }: PluginContext) {
  const logged = get(MIDI_LOG).snapshot()
  if (logged.events.length === 0) throw new FretworkError('log_empty', SENTENCES.empty, { idle: true })
  return logged
}

/** Whether somebody who looks at the log sees fewer events than there are. */
function hidesSome(context: PluginContext, events: readonly MidiEvent[]): boolean {
  const { view } = context.get(MIDI_LOG)
  const { paused, events: still } = view.getState()
  const { text, choice } = context.get(LOG_FILTER).getState()
  const seen = paused ? still : events
  return seen.filter(logFilter(text, portNames(context), choice)).length < events.length
}

function tell(context: PluginContext, events: readonly MidiEvent[], leftOut = 0): void {
  const notices = context.get(NOTICES)
  const message = hidesSome(context, events) ? SENTENCES.hiddenToo : SENTENCES.exported
  const values = { events: events.length - leftOut }
  notices.post({ kind: 'success', source: 'midi-io', message, values })
  if (leftOut === 0) return
  notices.post({ kind: 'info', source: 'midi-io', message: SENTENCES.leftOut, values: { number: leftOut } })
}

export const exportCommands = {
  'midi-io.export-log': async context => {
    const { get, find } = context
    const { events } = loggedEvents(context)
    const file = exportLog({
      log: get(MIDI_LOG),
      settings: get(SETTINGS).store(midiSettings).getState(),
      neck: find(NECK_VIEW)?.getState(),
      date: get(CLOCK).date(),
    })
    find(PAGE)?.saveFile(file.name, file.text)
    tell(context, events)
    return file
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
