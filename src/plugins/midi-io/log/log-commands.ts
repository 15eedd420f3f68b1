/** What is done with the log besides keeping and saving it: one line of it to paste. */
import type { CommandHandler, PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { NOTICES, PAGE } from '../../../core/kernel/services/tokens.js'
import { FretworkError, messageOf } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { portNames } from '../devices/port-name.js'
import type { CopyLineArgs } from '../settings.js'
import { MIDI_LOG } from '../tokens.js'
import { logLine } from './log-line.js'

const SENTENCES = phrases({
  empty: 'Nothing was played yet.',
  copied: 'The line was copied.',
  refused: 'The browser does not let the line be copied. Allow the clipboard for this page.',
})

/** @throws FretworkError `log_empty` */
const newestLine = (context: PluginContext): string => {
  const log = context.get(MIDI_LOG)
  const { paused, events } = log.view.getState()
  // While it is held still the newest is the one that is seen.
  const newest = (paused ? events : log.snapshot().events).at(-1)
  if (!newest) throw new FretworkError('log_empty', SENTENCES.empty, { idle: true })
  return logLine(newest, portNames(context))
}

export const LOG_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'midi-io.copy-line': async (context, { line = newestLine(context) }: CopyLineArgs) => {
    const { get, find, log } = context
    const page = find(PAGE)
    if (!page) return line
    try {
      await page.copyText(line)
    } catch (error) {
      log.warn(`A line of the log could not be copied: ${messageOf(error)}`)
      throw new FretworkError('copy_refused', SENTENCES.refused, { cause: error })
    }
    get(NOTICES).post({ kind: 'success', source: 'midi-io', message: SENTENCES.copied })
    return line
  },
}
