import type { Notice, NoticeText } from '../../core/events/notices.js'
import type { PluginContext } from '../../core/kernel/plugin.js'
import { NOTICES } from '../../core/kernel/tokens.js'
import { phrases } from '../../core/platform/phrases.js'
import { SONG_READER } from '../midi-file/tokens.js'
import { NAMES } from './settings.js'
import type { Patch } from './synthesis/sound-ports.js'

export const SENTENCES = phrases({
  sound_offline: 'The built-in sound hasn’t been downloaded yet. It will load when you’re back online.',
  sound_unreachable:
    'Couldn’t load the built-in sound. Check your connection, then play a note to try again.',
  sound_failed: 'The built-in sound couldn’t start: {{reason}}',
  sound_waits:
    'The browser only allows sound after a click or key press. Click or press a key, then keep playing.',
  sound_instrument_missing: 'Couldn’t load “{{instrument}}”. Using “{{instead}}” until it’s available.',
  sound_instruments_missing:
    'Couldn’t load {{number}} instruments, such as “{{instrument}}”. Using others until they’re available.',
  sound_interrupted:
    'Sound was interrupted, for example by a call or another app. Click or press a key to resume.',
  sound_device_missing: 'The selected audio device isn’t connected. Using the default device until it is.',
  sound_turned_down:
    'Channel {{channel}} is turned all the way down (controller 7 or 11). Turn it up on your device, or use Panic.',
})

type Code = keyof typeof SENTENCES

/** Posts each notice once until its cause is gone. */
export class SoundNotices {
  private readonly posted = new Set<string>()
  private missing: NonNullable<Notice['texts']>[] = []

  constructor(private readonly context: PluginContext) {}

  post(code: Code, kind: Notice['kind'], values: Notice['values'] = {}): void {
    if (this.posted.has(code)) return
    this.posted.add(code)
    this.send(code, kind, { values, topic: `sound ${code}` })
  }

  /** @param instead `undefined` if the synthesizer plays */
  addMissing(patch: Patch, instead: Patch | undefined): void {
    this.missing.push({
      instrument: this.nameOf(patch),
      instead: this.nameOf(instead ?? { ...patch, isPlain: true }),
    })
  }

  /** Posts one notice for all missing instruments, or withdraws the previous one. */
  postMissing(): void {
    const { length: count, 0: texts } = this.missing
    this.missing = []
    const topic = 'sound instruments missing'
    if (!texts) {
      if (this.posted.delete(topic)) this.context.get(NOTICES).withdraw(topic)
      return
    }
    this.posted.add(topic)
    const code = count === 1 ? 'sound_instrument_missing' : 'sound_instruments_missing'
    this.send(code, 'warning', { values: { number: count }, texts, topic })
  }

  withdraw(code: Code): void {
    if (this.posted.delete(code)) this.context.get(NOTICES).withdraw(`sound ${code}`)
  }

  private send(code: Code, kind: Notice['kind'], more: Pick<Notice, 'values' | 'texts' | 'topic'>): void {
    this.context.get(NOTICES).post({ kind, source: 'sound', code, message: SENTENCES[code], ...more })
  }

  private nameOf({ program, isDrums, isPlain }: Patch): NoticeText {
    if (isPlain) return { source: 'sound', message: NAMES.synthesiser }
    const name = isDrums ? NAMES.drums : this.context.find(SONG_READER)?.programNames[program]
    return { source: isDrums ? 'sound' : 'midi-file', message: name ?? `${program + 1}` }
  }
}
