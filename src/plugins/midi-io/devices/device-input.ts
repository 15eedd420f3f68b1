/** One device as it is set up: lets through what it plays or not, and names the string of each note of a guitar. */

import { createGuitarEar } from '../../../core/music/guitar/guitar-ear.js'
import {
  fretOf,
  type GuitarLayout,
  lastChannelOf,
  stringOfChannel,
  USUAL_STRINGS,
} from '../../../core/music/guitar/midi-guitar.js'
import { CONTROLLER, endsAllNotes } from '../../../core/music/midi/controller-numbers.js'
import { noteOff } from '../../../core/music/midi/midi-message.js'
import type { NeckStrings } from '../input/neck-strings.js'
import type { InputSetup } from '../settings.js'
import type { MidiInput, ReceiveOptions } from '../tokens.js'

const NOTE_OFF = 0x8
const NOTE_ON = 0x9
const CONTROL_CHANGE = 0xb
const RESET = 0xff

/** What is remembered of a note that is down: 0 nothing, 1 it has no string, else its string + 1. */
const UP = 0
const WITHOUT_STRING = 1

export interface DeviceInputParts {
  readonly portId: string
  readonly input: Pick<MidiInput, 'receive' | 'release'>
  readonly setup: InputSetup
  readonly neck: NeckStrings | undefined
  /** It counts as a guitar now, or no longer, or has played what the tuning does not have. */
  readonly onChange: () => void
}

export interface DeviceInput {
  readonly setup: InputSetup
  readonly layout: GuitarLayout
  /** Whether it counts as a guitar now. */
  readonly isGuitar: boolean
  /** Whether it played a note that its string does not have in the tuning of the neck. */
  readonly mismatch: boolean
  receive(bytes: ArrayLike<number>, options: ReceiveOptions): ReturnType<MidiInput['receive']>
  /** Ends what it holds. */
  release(): void
  /** Takes it that all its notes have ended, whatever it says. */
  forgetNotes(): void
  setUp(setup: InputSetup): void
  setNeck(neck: NeckStrings | undefined): void
}

export function createDeviceInput(parts: DeviceInputParts): DeviceInput {
  const { portId, input, onChange } = parts
  let { setup, neck } = parts
  let layout = layoutOf(setup, neck)
  const ear = createGuitarEar(...earRowOf(layout))
  if (setup.recognised) ear.trust()
  /** By channel; 0 where a channel has no string. */
  const stringOf = new Uint8Array(17)
  /** By channel × 128 + note: a note-off names the string that its note-on named, whatever was changed since. */
  const down = new Uint8Array(17 * 128)
  let isGuitar = setup.guitar === 'on' || (setup.guitar === 'auto' && setup.recognised)
  let mismatch = false

  const lookUpStrings = () => {
    for (let channel = 1; channel <= 16; channel += 1) {
      stringOf[channel] = stringOfChannel(layout, channel) ?? 0
    }
  }
  lookUpStrings()

  const rethink = () => {
    const now = setup.guitar === 'auto' ? ear.recognised : setup.guitar === 'on'
    if (now === isGuitar) return
    isGuitar = now
    mismatch = false
    onChange()
  }

  const fits = (note: number, string: number) =>
    neck === undefined || fretOf(note, string, neck) !== undefined

  const noteOnComes = (bytes: ArrayLike<number>, channel: number, note: number, options: ReceiveOptions) => {
    if (setup.guitar === 'auto') {
      ear.noteOn(channel, note, options.at ?? 0)
      rethink()
    }
    const string = isGuitar ? (stringOf[channel] ?? 0) : 0
    const place = channel * 128 + note
    const before = down[place] ?? UP
    // Struck again as another string: the neck would wait for a note-off of each.
    if (before !== UP && before !== string + WITHOUT_STRING) endNote(channel, note, before, options)
    down[place] = string + WITHOUT_STRING
    if (isGuitar && !mismatch && !fits(note, string)) {
      mismatch = true
      onChange()
    }
    return string === 0 ? input.receive(bytes, options) : onString(bytes, options, string)
  }

  const noteOffComes = (bytes: ArrayLike<number>, channel: number, note: number, options: ReceiveOptions) => {
    if (setup.guitar === 'auto') {
      ear.noteOff(channel, note, options.at ?? 0)
      rethink()
    }
    const place = channel * 128 + note
    const before = down[place] ?? UP
    down[place] = UP
    return before > WITHOUT_STRING
      ? onString(bytes, options, before - WITHOUT_STRING)
      : input.receive(bytes, options)
  }

  const onString = (bytes: ArrayLike<number>, options: ReceiveOptions, string: number) =>
    input.receive(bytes, { ...options, string })

  const endNote = (channel: number, note: number, remembered: number, options: ReceiveOptions) => {
    const bytes = noteOff(channel, note)
    if (remembered > WITHOUT_STRING) onString(bytes, options, remembered - WITHOUT_STRING)
    else input.receive(bytes, options)
  }

  /** A device that ends its notes all at once sends no note-off for each. */
  const notesEnd = (channel?: number) => {
    ear.silence(channel)
    if (channel === undefined) down.fill(UP)
    else down.fill(UP, channel * 128, (channel + 1) * 128)
  }

  const release = () => {
    notesEnd()
    input.release(portId)
  }

  return {
    get setup() {
      return setup
    },
    get layout() {
      return layout
    },
    get isGuitar() {
      return isGuitar
    },
    get mismatch() {
      return mismatch
    },
    receive(bytes, options) {
      if (!setup.enabled) return undefined
      const status = bytes[0] ?? 0
      const kind = status >> 4
      const first = bytes[1] ?? -1
      const second = bytes[2] ?? -1
      if ((kind === NOTE_ON || kind === NOTE_OFF) && isData(first) && isData(second) && bytes.length === 3) {
        const channel = (status & 15) + 1
        return kind === NOTE_ON && second > 0
          ? noteOnComes(bytes, channel, first, options)
          : noteOffComes(bytes, channel, first, options)
      }
      if (kind === CONTROL_CHANGE && (first === CONTROLLER.allSoundOff || endsAllNotes(first))) {
        notesEnd((status & 15) + 1)
      } else if (status === RESET) notesEnd()
      return input.receive(bytes, options)
    },
    release,
    forgetNotes: () => notesEnd(),
    setUp(next) {
      const before = setup
      setup = next
      layout = layoutOf(setup, neck)
      lookUpStrings()
      ear.setRow(...earRowOf(layout))
      if (before.enabled && !next.enabled) {
        release()
        ear.forget()
      }
      if (before.guitar !== next.guitar) ear.forget()
      mismatch = false
      rethink()
    },
    setNeck(next) {
      neck = next
      layout = layoutOf(setup, neck)
      lookUpStrings()
      ear.setRow(...earRowOf(layout))
      mismatch = false
      rethink()
    },
  }
}

function isData(byte: number): boolean {
  return byte >= 0 && byte <= 127
}

/** As many strings as the neck has; six where there is none. */
function layoutOf({ firstChannel, reversed }: InputSetup, neck: NeckStrings | undefined): GuitarLayout {
  return { firstChannel, reversed, strings: neck?.strings.length ?? USUAL_STRINGS }
}

/**
 * A guitar is known by its six strings also while the neck shows a bass or a ukulele: then what it plays does not
 * match the tuning, and that is said.
 */
function earRowOf(layout: GuitarLayout): [firstChannel: number, lastChannel: number] {
  const strings = Math.max(layout.strings, USUAL_STRINGS)
  return [layout.firstChannel, lastChannelOf({ ...layout, strings })]
}
