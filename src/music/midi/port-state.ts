import { MALFORMED, type MidiEvent, type NoteEvent } from './midi-event.js'

export const UNSET = -1

export const BEND_CENTER = 8192
/** Null parameter (RPN 127/127), which deselects all parameters (MIDI 1.0). */
export const NULL_PARAMETER = 0x3fff
/** Added to NRPN numbers to distinguish them from RPN numbers. */
export const NON_REGISTERED = 1 << 14
/** RPN 0, pitch bend sensitivity: coarse value in semitones, fine value in cents. */
export const BEND_RANGE_PARAMETER = 0
/** Default bend range in General MIDI, semitones. */
export const DEFAULT_BEND_RANGE = 2

export interface ParameterValue {
  readonly coarse: number
  readonly fine: number
}

export interface ParameterSelection extends ParameterValue {
  readonly registered: boolean
}

const NOTHING_SELECTED: ParameterSelection = { registered: true, coarse: UNSET, fine: UNSET }

export class ChannelState {
  program = UNSET
  bend = BEND_CENTER
  pressure = 0
  /** Values by RPN, or by NRPN plus `NON_REGISTERED`, in insertion order. */
  readonly parameters: Map<number, ParameterValue>
  selection = NOTHING_SELECTED
  private readonly controllers: Int16Array

  constructor(from?: ChannelState) {
    this.controllers = from ? from.controllers.slice() : new Int16Array(128).fill(UNSET)
    this.parameters = new Map(from?.parameters)
    if (!from) return
    this.program = from.program
    this.bend = from.bend
    this.pressure = from.pressure
    this.selection = from.selection
  }

  sent(controller: number): number {
    return this.controllers[controller] ?? UNSET
  }

  value(controller: number): number {
    const sent = this.sent(controller)
    return sent === UNSET ? powerOnValue(controller) : sent
  }

  control(controller: number, value: number): void {
    if (isParameterSelector(controller)) this.select(controller, value)
    else if (isDataEntry(controller)) this.enter(controller === CONTROLLER.dataEntry, value)
    else if (controller === CONTROLLER.resetAll) this.resetControllers()
    else if (!isModeMessage(controller) && !isDataStep(controller)) this.controllers[controller] = value
  }

  /** Key of the parameter selected for data entry. */
  get selected(): number | undefined {
    const { registered, coarse, fine } = this.selection
    const number = (coarse << 7) | fine
    if (coarse === UNSET || fine === UNSET || number === NULL_PARAMETER) return undefined
    return registered ? number : number | NON_REGISTERED
  }

  /** Bend range in semitones. */
  get bendRange(): number {
    const { coarse, fine } = this.parameters.get(BEND_RANGE_PARAMETER) ?? { coarse: UNSET, fine: UNSET }
    const semitones = coarse === UNSET ? DEFAULT_BEND_RANGE : coarse
    return fine === UNSET ? semitones : semitones + Math.min(fine, 99) / 100
  }

  bentBy(range = this.bendRange): number {
    return ((this.bend - BEND_CENTER) / BEND_CENTER) * range
  }

  private resetControllers(): void {
    for (const each of RESET_CONTROLLERS) this.controllers[each] = UNSET
    this.bend = BEND_CENTER
    this.pressure = 0
    this.selection = NOTHING_SELECTED
  }

  /** RPN and NRPN share one selection (MIDI 1.0). */
  private select(controller: number, value: number): void {
    const registered = controller >= CONTROLLER.registeredFine
    const isCoarse =
      controller === CONTROLLER.registeredCoarse || controller === CONTROLLER.nonRegisteredCoarse
    const { coarse, fine } = this.selection.registered === registered ? this.selection : NOTHING_SELECTED
    this.selection = isCoarse ? { registered, coarse: value, fine } : { registered, coarse, fine: value }
  }

  /** The coarse byte resets the fine byte to 0 (MIDI 1.0, data entry). */
  private enter(isCoarse: boolean, value: number): void {
    const key = this.selected
    if (key === undefined) return
    const coarse = isCoarse ? value : (this.parameters.get(key)?.coarse ?? UNSET)
    this.parameters.set(key, { coarse, fine: isCoarse ? UNSET : value })
  }
}

export const CONTROLLER = {
  bank: 0,
  modulation: 1,
  dataEntry: 6,
  volume: 7,
  pan: 10,
  expression: 11,
  bankFine: 32,
  dataEntryFine: 38,
  sustain: 64,
  sostenuto: 66,
  reverb: 91,
  dataIncrement: 96,
  dataDecrement: 97,
  nonRegisteredFine: 98,
  nonRegisteredCoarse: 99,
  registeredFine: 100,
  registeredCoarse: 101,
  allSoundOff: 120,
  resetAll: 121,
  allNotesOff: 123,
} as const

/**
 * Controllers cleared by “reset all controllers”. RP-015 lists modulation, expression and pedals 64–67; MIDI
 * 1.0 also includes the switches 68 and 69.
 */
const RESET_CONTROLLERS = [CONTROLLER.modulation, CONTROLLER.expression, 64, 65, 66, 67, 68, 69]

/** Nonzero power-on values of controllers (General MIDI 2, section 3.3; RP-015). */
const POWER_ON: Readonly<Record<number, number>> = {
  [CONTROLLER.volume]: 100,
  8: 64,
  [CONTROLLER.pan]: 64,
  [CONTROLLER.expression]: 127,
  ...Object.fromEntries([70, 71, 72, 73, 74, 75, 76, 77, 78, 79].map(number => [number, 64])),
  [CONTROLLER.reverb]: 40,
}

export const powerOnValue = (controller: number) => POWER_ON[controller] ?? 0

export const isModeMessage = (controller: number) => controller >= CONTROLLER.allSoundOff

export const isOn = (value: number) => value >= 64

export const isParameterSelector = (controller: number) =>
  controller >= CONTROLLER.nonRegisteredFine && controller <= CONTROLLER.registeredCoarse

export const isDataEntry = (controller: number) =>
  controller === CONTROLLER.dataEntry || controller === CONTROLLER.dataEntryFine

export const isDataStep = (controller: number) =>
  controller === CONTROLLER.dataIncrement || controller === CONTROLLER.dataDecrement

const SYSTEM_RESET = 0xff

const LEFT_ON = [CONTROLLER.sustain, CONTROLLER.sostenuto, CONTROLLER.modulation] as const
const AT_REST = new ChannelState()

export class PortState {
  /** Indexed by channel × 128 + note. */
  private readonly sounding: Map<number, NoteEvent | undefined>
  private readonly channels: (ChannelState | undefined)[]

  constructor(from?: PortState) {
    this.sounding = new Map(from?.sounding)
    this.channels = from ? from.channels.map(channel => channel && new ChannelState(channel)) : []
  }

  get notes(): number {
    return this.sounding.size
  }

  /** @param channel 1–16 */
  begun(channel: number, note: number): NoteEvent | undefined {
    return this.sounding.get((channel - 1) * 128 + note)
  }

  channel(channel: number): Readonly<Omit<ChannelState, 'control'>> {
    return this.channels[channel] ?? AT_REST
  }

  *used(): Iterable<readonly [channel: number, state: ChannelState]> {
    for (const [channel, state] of this.channels.entries()) if (state) yield [channel, state]
  }

  /** Ignores “all notes off”, “all sound off” and reset for held notes, as receivers may do (MIDI 1.0). */
  apply(bytes: ArrayLike<number>): void {
    const status = bytes[0] ?? 0
    const first = bytes[1] ?? 0
    const second = bytes[2] ?? 0
    const channel = status & 15
    switch (status >> 4) {
      case 0x8:
        this.sounding.delete(channel * 128 + first)
        return
      case 0x9:
        if (second > 0) this.sounding.set(channel * 128 + first, undefined)
        else this.sounding.delete(channel * 128 + first)
        return
      case 0xb:
        this.own(channel).control(first, second)
        return
      case 0xc:
        this.own(channel).program = first
        return
      case 0xd:
        this.own(channel).pressure = first
        return
      case 0xe:
        this.own(channel).bend = (second << 7) | first
        return
    }
    if (status === SYSTEM_RESET) this.channels.length = 0
  }

  applyEvent(event: MidiEvent): void {
    switch (event.kind) {
      case 'note':
        if (event.on) this.sounding.set((event.channel - 1) * 128 + event.number, event)
        else this.sounding.delete((event.channel - 1) * 128 + event.number)
        return
      case 'controller':
        this.own(event.channel - 1).control(event.controller, event.value)
        return
      case 'bend':
        this.own(event.channel - 1).bend = event.value
        return
      case 'other':
        if (event.message !== MALFORMED) this.apply(event.raw)
    }
  }

  ends(bytes: ArrayLike<number>): boolean {
    const status = bytes[0] ?? 0
    const first = bytes[1] ?? 0
    const second = bytes[2] ?? 0
    const channel = status & 15
    switch (status >> 4) {
      case 0x8:
        return this.sounding.has(channel * 128 + first)
      case 0x9:
        return second === 0 && this.sounding.has(channel * 128 + first)
      case 0xb:
        return !isLeftOn(first, second) && isLeftOn(first, this.channel(channel).sent(first))
      case 0xd:
        return first === 0 && this.channel(channel).pressure > 0
      case 0xe:
        return ((second << 7) | first) === BEND_CENTER && this.channel(channel).bend !== BEND_CENTER
      default:
        return false
    }
  }

  silence(): number[][] {
    const messages = Array.from(this.sounding.keys(), note => [0x80 | (note >> 7), note & 127, 64])
    for (const [channel, state] of this.used()) {
      for (const controller of LEFT_ON) {
        if (isLeftOn(controller, state.sent(controller))) messages.push([0xb0 | channel, controller, 0])
      }
      if (state.pressure > 0) messages.push([0xd0 | channel, 0])
      if (state.bend !== BEND_CENTER) messages.push(bendMessage(channel, BEND_CENTER))
    }
    for (const message of messages) this.apply(message)
    return messages
  }

  private own(channel: number): ChannelState {
    this.channels[channel] ??= new ChannelState()
    return this.channels[channel]
  }
}

export function leavesSounding(bytes: ArrayLike<number>): boolean {
  const port = new PortState()
  port.apply(bytes)
  return port.silence().length > 0
}

function isLeftOn(controller: number, value: number): boolean {
  if (controller === CONTROLLER.modulation) return value > 0
  return (controller === CONTROLLER.sustain || controller === CONTROLLER.sostenuto) && isOn(value)
}

export function bendMessage(channel: number, bend: number): number[] {
  return [0xe0 | channel, bend & 127, bend >> 7]
}

/** Returns true for “all notes off” and the mode messages 124–127, which imply it (MIDI 1.0). */
export function endsAllNotes(controller: number): boolean {
  return controller >= CONTROLLER.allNotesOff
}

export interface HeldNote {
  down: boolean
  caught: boolean
}

export class HeldNotes<N extends HeldNote> {
  private readonly notes = new Map<number, N>()
  private sustain = false
  private sostenuto = false

  /** @param onEnd called when a note ends; `cut` means abruptly, without decay */
  constructor(
    private readonly onEnd: (note: N, cut: boolean) => void = () => undefined,
    from?: HeldNotes<N>,
  ) {
    if (!from) return
    for (const [key, note] of from.notes) this.notes.set(key, { ...note })
    this.sustain = from.sustain
    this.sostenuto = from.sostenuto
  }

  get(key: number): N | undefined {
    return this.notes.get(key)
  }

  values(): Iterable<N> {
    return this.notes.values()
  }

  begin(key: number, note: N): void {
    this.end(key, false)
    this.notes.set(key, note)
  }

  release(key: number): boolean {
    const note = this.notes.get(key)
    if (!note) return false
    note.down = false
    if (this.isKept(note)) return true
    this.end(key, false)
    return false
  }

  end(key: number, cut: boolean): void {
    const note = this.notes.get(key)
    if (!note) return
    this.notes.delete(key)
    this.onEnd(note, cut)
  }

  /**
   * Applies a pedal or mode message (MIDI 1.0; RP-015 for reset). “All notes off” and mode changes release
   * keys but not pedals.
   * @returns true for a pedal or mode message
   */
  control(controller: number, value: number): boolean {
    switch (controller) {
      case CONTROLLER.sustain:
        this.sustain = isOn(value)
        break
      case CONTROLLER.sostenuto:
        if (isOn(value) && !this.sostenuto) for (const note of this.values()) note.caught = note.down
        this.sostenuto = isOn(value)
        break
      case CONTROLLER.resetAll:
        this.liftPedals()
        break
      case CONTROLLER.allSoundOff:
        this.cut()
        break
      default:
        if (!endsAllNotes(controller)) return false
        for (const note of this.values()) note.down = false
    }
    this.endUnkept()
    return true
  }

  cut(): void {
    for (const key of this.notes.keys()) this.end(key, true)
  }

  letGo(): void {
    this.liftPedals()
    this.control(CONTROLLER.allNotesOff, 0)
  }

  private liftPedals(): void {
    this.sustain = false
    this.sostenuto = false
  }

  private isKept({ down, caught }: N): boolean {
    return down || this.sustain || (caught && this.sostenuto)
  }

  private endUnkept(): void {
    for (const [key, note] of this.notes) if (!this.isKept(note)) this.end(key, false)
  }
}
