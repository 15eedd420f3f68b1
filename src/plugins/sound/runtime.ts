/** Offers the synthesiser as an output; Tone.js is loaded with the first note. */
import { defineRuntime, type PluginContext } from '../../core/kernel/plugin.js'
import { CLOCK, COMMANDS, NOTICES } from '../../core/kernel/tokens.js'
import { messageOf } from '../../core/platform/fretwork-error.js'
import { phrases } from '../../core/platform/phrases.js'
import { MIDI_OUTPUTS } from '../midi-io/tokens.js'
import { driveSynth, type SynthDriver } from './synth-voice.js'

const PORT = 'sound'
/** A note that waited longer than this for the synthesiser (or for the user to touch the page) is not played. */
const TOO_LATE_MS = 500
const NOTE_ON = 0x90

const SENTENCES = phrases({ failed: 'The built-in sound could not start: {{reason}}' })

export default defineRuntime({
  commands: {
    'sound.use': ({ get }) => get(COMMANDS).attempt('midi-io.select-output', { port: PORT }),
  },
  activate: context => {
    const output = synthOutput(context)
    context.extend(MIDI_OUTPUTS, { id: PORT, name: 'Built-in sound', manufacturer: 'Fretwork', send: output })
  },
})

function synthOutput({ get, scope }: PluginContext): (bytes: readonly number[], atMs: number) => void {
  let driver: Promise<SynthDriver | undefined> | undefined

  const load = async (): Promise<SynthDriver | undefined> => {
    try {
      const { createToneSynth } = await import('./ui/tone-synth.js')
      const synth = await createToneSynth(() => get(CLOCK).now())
      scope.onDispose(() => synth.dispose())
      return driveSynth(synth)
    } catch (error) {
      get(NOTICES).post({
        kind: 'error',
        source: 'sound',
        code: 'sound_failed',
        message: SENTENCES.failed,
        values: { reason: messageOf(error) },
      })
      // The next note tries again.
      driver = undefined
      return undefined
    }
  }

  return (bytes, atMs) => {
    driver ??= load()
    void driver.then(ready => {
      const missed = ((bytes[0] ?? 0) & 0xf0) === NOTE_ON && get(CLOCK).now() - atMs > TOO_LATE_MS
      if (!missed) ready?.play(bytes, atMs)
    })
  }
}
