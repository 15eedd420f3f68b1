import { SETTINGS } from '../../../core/kernel/tokens.js'
import { inject, injectable } from '../../../core/platform/inject.js'
import { createStore, type Disposable } from '../../../core/platform/store.js'
import { createToken } from '../../../core/platform/token.js'
import type { Settings } from '../../../core/settings/settings.js'
import { noteOff, noteOn } from '../../../music/midi/midi-message.js'
import { midiSettings } from '../settings.js'
import { KEYBOARD_PORT, type KeyListener, MIDI_INPUT, type MidiInput } from '../tokens.js'

/** Semitones above C by key position: white keys in the middle row, black keys above. */
const SEMITONE_KEYS =
  'KeyA KeyW KeyS KeyE KeyD KeyF KeyT KeyG KeyY KeyH KeyU KeyJ KeyK KeyO KeyL KeyP Semicolon Quote'.split(' ')
const OCTAVE_KEYS: Readonly<Record<string, number>> = { KeyZ: -1, KeyX: 1 }

const MIDDLE_OCTAVE = 4
const LOWEST_OCTAVE = 0
const HIGHEST_OCTAVE = 8
const CHANNEL = 1

@injectable()
export class ComputerKeyboard implements Disposable {
  readonly enabled = createStore<boolean>(false)
  readonly keys: KeyListener = {
    down: (code, repeated) => this.down(code, repeated),
    up: code => this.end(code),
    lost: () => this.endAll(),
  }
  /** Note of each held key. Releasing a key ends its note even after an octave change. */
  private readonly held = new Map<string, number>()
  private octave = MIDDLE_OCTAVE

  constructor(
    @inject(MIDI_INPUT) private readonly input: Pick<MidiInput, 'receive'>,
    @inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @returns whether the keyboard now plays notes */
  toggle(): boolean {
    this.endAll()
    this.enabled.setState(!this.enabled.getState(), true)
    return this.enabled.getState()
  }

  dispose(): void {
    this.endAll()
  }

  private down(code: string, repeated: boolean): boolean {
    if (!this.enabled.getState()) return false
    const shift = OCTAVE_KEYS[code]
    if (shift !== undefined) {
      this.octave = Math.min(HIGHEST_OCTAVE, Math.max(LOWEST_OCTAVE, this.octave + shift))
      return true
    }
    const semitones = SEMITONE_KEYS.indexOf(code)
    if (semitones < 0) return false
    const note = (this.octave + 1) * 12 + semitones
    if (repeated || this.held.has(code) || note > 127) return true
    this.held.set(code, note)
    const { velocity } = this.settings.store(midiSettings).getState()
    this.play(noteOn(CHANNEL, note, Math.max(1 / 127, velocity)))
    return true
  }

  private end(code: string): void {
    const note = this.held.get(code)
    if (note === undefined) return
    this.held.delete(code)
    // After an octave change, two keys can hold the same note.
    if (![...this.held.values()].includes(note)) this.play(noteOff(CHANNEL, note))
  }

  private endAll(): void {
    for (const code of [...this.held.keys()]) this.end(code)
  }

  private play(bytes: readonly number[]): void {
    this.input.receive(bytes, { portId: KEYBOARD_PORT })
  }
}

export const COMPUTER_KEYBOARD = createToken<ComputerKeyboard>('midi-io.computer-keyboard')
