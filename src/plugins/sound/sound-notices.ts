import type { Notice, NoticeText } from '../../core/events/notices.js'
import type { PluginContext } from '../../core/kernel/plugin.js'
import { NOTICES } from '../../core/kernel/tokens.js'
import { phrases } from '../../core/platform/phrases.js'
import { SONG_READER } from '../midi-file/tokens.js'
import { NAMES } from './settings.js'
import type { MissingInstrument } from './synth.js'
import type { Patch } from './synthesis/sound-port.js'

export const SENTENCES = phrases({
  sound_offline: 'The built-in sound hasn’t been downloaded yet. It will load when you’re back online.',
  sound_unreachable:
    'Couldn’t load the built-in sound. Check your connection, then play a note to try again.',
  sound_failed: 'The built-in sound couldn’t start: {{reason}}',
  sound_waits:
    'The browser only allows sound after a click or key press. Click or press a key, then keep playing.',
  sound_instrument_missing: 'Couldn’t load “{{instrument}}”. Using “{{instead}}” in the meantime.',
  sound_instruments_missing:
    'Couldn’t load {{number}} instruments, such as “{{instrument}}”. Using substitutes in the meantime.',
  sound_interrupted:
    'Sound was interrupted, for example by a call or another app. Click or press a key to resume.',
  sound_device_missing: 'The selected audio device isn’t connected. Using the default device until it is.',
  sound_turned_down:
    'Channel {{channel}} is turned all the way down (controller 7 or 11). Turn it up on your device, or use Panic.',
})

type Code = keyof typeof SENTENCES

/** Notice kinds by code; default: `info`. */
const KINDS: Partial<Readonly<Record<Code, Notice['kind']>>> = {
  sound_unreachable: 'error',
  sound_failed: 'error',
  sound_instrument_missing: 'warning',
  sound_instruments_missing: 'warning',
  sound_device_missing: 'warning',
}

/** Posts one notice per topic and withdraws it once the cause is resolved. */
export class SoundNotices {
  private readonly shown = new Map<string, string>()

  constructor(private readonly context: PluginContext) {}

  /** @param code omit to withdraw the topic's notice */
  show(
    topic: 'start' | 'device' | 'volume' | 'instruments',
    code?: Code,
    more: Pick<Notice, 'values' | 'texts'> = {},
  ): void {
    const notices = this.context.get(NOTICES)
    const shown = code && JSON.stringify([code, more.texts])
    if (this.shown.get(topic) === shown) return
    const common = { source: 'sound', topic: `sound ${topic}` }
    if (shown === undefined || code === undefined) {
      this.shown.delete(topic)
      notices.withdraw(common.topic)
      return
    }
    this.shown.set(topic, shown)
    notices.post({ ...common, ...more, kind: KINDS[code] ?? 'info', code, message: SENTENCES[code] })
  }

  showMissing(missing: readonly MissingInstrument[]): void {
    const [first] = missing
    if (!first) {
      this.show('instruments')
      return
    }
    const { patch, instead = { ...patch, isPlain: true } } = first
    this.show(
      'instruments',
      missing.length === 1 ? 'sound_instrument_missing' : 'sound_instruments_missing',
      {
        values: { number: missing.length },
        texts: { instrument: this.nameOf(patch), instead: this.nameOf(instead) },
      },
    )
  }

  private nameOf({ program, isDrums, isPlain }: Patch): NoticeText {
    if (isPlain) return { source: 'sound', message: NAMES.synthesiser }
    const name = isDrums ? NAMES.drums : this.context.find(SONG_READER)?.programNames[program]
    return { source: isDrums ? 'sound' : 'midi-file', message: name ?? `${program + 1}` }
  }
}
