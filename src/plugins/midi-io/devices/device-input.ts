import { createGuitarEar } from '../../../music/guitar/guitar-ear.js'
import {
  fretOf,
  type GuitarLayout,
  lastChannelOf,
  stringOfChannel,
  USUAL_STRINGS,
} from '../../../music/guitar/midi-guitar.js'
import { CONTROLLER, endsAllNotes } from '../../../music/midi/controllers.js'
import type { MidiEvent } from '../../../music/midi/midi-event.js'
import { type MidiMessage, noteOff, parseMidiMessage } from '../../../music/midi/midi-message.js'
import type { LiveMidiInput } from '../input/midi-input.js'
import type { InputSetup } from '../settings.js'
import type { NeckTuning, ReceiveOptions } from '../tokens.js'

const UP = 0 // a note's state is `UP`, `WITHOUT_STRING`, or `WITHOUT_STRING` + string number
const WITHOUT_STRING = 1

type NoteMessage = Extract<MidiMessage, { note: number }>

interface DeviceInputParts {
  readonly portId: string
  readonly input: Pick<LiveMidiInput, 'receiveParsed' | 'release'>
  readonly setup: InputSetup
  readonly neck: NeckTuning | undefined
  readonly onChange: () => void
}

export class DeviceInput {
  setup: InputSetup
  layout: GuitarLayout
  isGuitar: boolean
  mismatch = false
  private neck: NeckTuning | undefined
  private readonly ear: ReturnType<typeof createGuitarEar>
  private readonly stringOf = new Uint8Array(17) // string assigned to each channel, 0 for none
  /**
   * Indexed by channel × 128 + note. A note-off is reported with
   * the string of its note-on, even if the setup has changed since.
   */
  private readonly down = new Uint8Array(17 * 128)

  constructor(private readonly parts: DeviceInputParts) {
    this.setup = parts.setup
    this.neck = parts.neck
    this.layout = this.layOut()
    this.ear = createGuitarEar(...earRowOf(this.layout))
    if (this.setup.recognised) this.ear.trust()
    this.isGuitar = this.setup.guitar === 'auto' ? this.setup.recognised : this.setup.guitar === 'on'
  }

  receive(bytes: ArrayLike<number>, options: ReceiveOptions): MidiEvent | undefined {
    if (!this.setup.enabled) return undefined
    const message = parseMidiMessage(bytes)
    switch (message?.type) {
      case 'note-on':
        return this.pass(message, bytes, options, this.noteOn(message, options))
      case 'note-off':
        return this.pass(message, bytes, options, this.noteOff(message, options))
      case 'controller': {
        const { channel, controller } = message
        if (controller === CONTROLLER.allSoundOff || endsAllNotes(controller)) this.forgetNotes(channel)
        break
      }
      case 'other':
        if (message.message === 'reset') this.forgetNotes()
        break
    }
    return this.pass(message, bytes, options, 0)
  }

  release(): void {
    this.forgetNotes()
    this.parts.input.release(this.parts.portId)
  }

  /** Forgets held notes, because the device may never send their note-offs. */
  forgetNotes(channel?: number): void {
    this.ear.silence(channel)
    if (channel === undefined) this.down.fill(UP)
    else this.down.fill(UP, channel * 128, (channel + 1) * 128)
  }

  setUp(next: InputSetup): void {
    const before = this.setup
    this.setup = next
    if (before.enabled && !next.enabled) {
      this.release()
      this.ear.forget()
    }
    if (before.guitar !== next.guitar) this.ear.forget()
    this.adapt()
  }

  setNeck(next: NeckTuning | undefined): void {
    this.neck = next
    this.adapt()
  }

  private adapt(): void {
    this.layout = this.layOut()
    this.ear.setRow(...earRowOf(this.layout))
    this.mismatch = false
    this.recognise()
  }

  private layOut(): GuitarLayout {
    const { firstChannel, reversed } = this.setup
    const layout = { firstChannel, reversed, strings: this.neck?.strings.length ?? USUAL_STRINGS }
    for (let channel = 1; channel <= 16; channel += 1) {
      this.stringOf[channel] = stringOfChannel(layout, channel) ?? 0
    }
    return layout
  }

  private recognise(): void {
    const { guitar } = this.setup
    const now = guitar === 'auto' ? this.ear.recognised : guitar === 'on'
    if (now === this.isGuitar) return
    this.isGuitar = now
    this.mismatch = false
    this.parts.onChange()
  }

  private noteOn({ channel, note }: NoteMessage, options: ReceiveOptions): number {
    if (this.setup.guitar === 'auto') {
      this.ear.noteOn(channel, note, options.at ?? 0)
      this.recognise()
    }
    const string = this.isGuitar ? (this.stringOf[channel] ?? 0) : 0
    const key = channel * 128 + note
    const before = this.down[key] ?? UP
    // The note has moved to another string: end it on the previous one, or it would stay lit there.
    if (before !== UP && before !== string + WITHOUT_STRING) {
      const bytes = noteOff(channel, note)
      this.pass(parseMidiMessage(bytes), bytes, options, before - WITHOUT_STRING)
    }
    this.down[key] = string + WITHOUT_STRING
    const { neck } = this
    if (this.isGuitar && !this.mismatch && neck && fretOf(note, string, neck) === undefined) {
      this.mismatch = true
      this.parts.onChange()
    }
    return string
  }

  private noteOff({ channel, note }: NoteMessage, options: ReceiveOptions): number {
    if (this.setup.guitar === 'auto') {
      this.ear.noteOff(channel, note, options.at ?? 0)
      this.recognise()
    }
    const key = channel * 128 + note
    const before = this.down[key] ?? UP
    this.down[key] = UP
    return Math.max(0, before - WITHOUT_STRING)
  }

  private pass(
    message: MidiMessage | undefined,
    bytes: ArrayLike<number>,
    options: ReceiveOptions,
    string: number,
  ): MidiEvent | undefined {
    return this.parts.input.receiveParsed(message, bytes, string === 0 ? options : { ...options, string })
  }
}

/**
 * Considers at least six strings, so that a guitar is recognized even while
 * the neck shows a bass. A notice then reports that the tuning doesn't match.
 */
function earRowOf(layout: GuitarLayout): [firstChannel: number, lastChannel: number] {
  const strings = Math.max(layout.strings, USUAL_STRINGS)
  return [layout.firstChannel, lastChannelOf({ ...layout, strings })]
}
