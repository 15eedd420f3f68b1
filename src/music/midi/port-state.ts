import { MALFORMED, type MidiEvent, type NoteEvent } from './midi-event.js'

export const UNSET = -1

export const BEND_CENTER = 8192
/** Null parameter (RPN 127/127), which deselects all parameters (MIDI 1.0). */
const NULL_PARAMETER = 0x3fff
/** Added to NRPN numbers to distinguish them from RPN numbers. */
export const NON_REGISTERED = 1 << 14
/** RPN 0, pitch bend sensitivity: coarse value in semitones, fine value in cents. */
const BEND_RANGE_PARAMETER = 0
/** Default bend range in General MIDI, semitones. */
export const DEFAULT_BEND_RANGE = 2

interface ParameterValue {
  readonly coarse: number
  readonly fine: number
}

interface ParameterSelection extends ParameterValue {
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
    return sent === UNSET ? (POWER_ON[controller] ?? 0) : sent
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

  /** Semitones. */
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
  91: 40,
}

export function isModeMessage(controller: number): boolean {
  return controller >= CONTROLLER.allSoundOff
}

export function isOn(value: number): boolean {
  return value >= 64
}

export function isParameterSelector(controller: number): boolean {
  return controller >= CONTROLLER.nonRegisteredFine && controller <= CONTROLLER.registeredCoarse
}

export function isDataEntry(controller: number): boolean {
  return controller === CONTROLLER.dataEntry || controller === CONTROLLER.dataEntryFine
}

export function isDataStep(controller: number): boolean {
  return controller === CONTROLLER.dataIncrement || controller === CONTROLLER.dataDecrement
}

const CHANNELS = 16
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

  /**
   * Ignores “all notes off”, “all sound off” and reset for held notes. Receivers may ignore these messages,
   * and must do so in Omni On mode (MIDI 1.0).
   */
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

  /**
   * Returns the messages that change this state to the target state. Values that the target doesn't set
   * return to their power-on state. Programs stay, because every song sets them.
   * @param all also sends values that are already equal, in case another program changed them
   */
  messagesTo(target: PortState, all = false): number[][] {
    const messages: number[][] = []
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      const [from, to] = [this.channels[channel], target.channels[channel]]
      if (from || to) addChannel(messages, { channel, from: from ?? AT_REST, to: to ?? AT_REST, all })
    }
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

interface Change {
  readonly channel: number
  readonly from: ChannelState
  readonly to: ChannelState
  readonly all: boolean
}

function addChannel(messages: number[][], change: Change): void {
  const { channel, from, to, all } = change
  addProgram(messages, change)
  messages.push(...parameterMessages(change))
  for (let number = 0; !isModeMessage(number); number += 1) {
    if (number !== CONTROLLER.bank && number !== CONTROLLER.bankFine) addController(messages, number, change)
  }
  if (to.bend !== from.bend || (all && to.bend !== BEND_CENTER)) messages.push(bendMessage(channel, to.bend))
  if (to.pressure !== from.pressure || (all && to.pressure !== 0)) {
    messages.push([0xd0 | channel, to.pressure])
  }
}

function bendMessage(channel: number, bend: number): number[] {
  return [0xe0 | channel, bend & 127, bend >> 7]
}

function addController(messages: number[][], number: number, { channel, from, to, all }: Change): void {
  const before = from.sent(number)
  const after = to.sent(number)
  const rest = POWER_ON[number] ?? 0
  if (after === UNSET ? before === UNSET || before === rest : before === after && !all) return
  messages.push([0xb0 | channel, number, after === UNSET ? rest : after])
}

/** A bank takes effect with the next program change (MIDI 1.0, bank select). */
function addProgram(messages: number[][], change: Change): void {
  const { channel, from, to, all } = change
  const isOtherBank = [CONTROLLER.bank, CONTROLLER.bankFine].some(half => from.value(half) !== to.value(half))
  if (!all && !isOtherBank && from.program === to.program) return
  addController(messages, CONTROLLER.bank, change)
  addController(messages, CONTROLLER.bankFine, change)
  if (to.program !== UNSET) messages.push([0xc0 | channel, to.program])
}

function parameterMessages({ channel, from, to, all }: Change): number[][] {
  const messages: number[][] = []
  let { selection } = from
  const select = (next: ParameterSelection, isForced = false) => {
    if (!isForced && isSameSelection(next, selection)) return
    selection = next
    messages.push(...selectors(channel, next))
  }
  const set = (key: number, { coarse, fine }: ParameterValue) => {
    select(selectionOf(key), all)
    if (coarse !== UNSET) messages.push([0xb0 | channel, CONTROLLER.dataEntry, coarse])
    if (fine !== UNSET) messages.push([0xb0 | channel, CONTROLLER.dataEntryFine, fine])
  }
  for (const [key, value] of to.parameters) {
    const before = from.parameters.get(key)
    if (all || before?.coarse !== value.coarse || before.fine !== value.fine) set(key, value)
  }
  if (!to.parameters.has(BEND_RANGE_PARAMETER) && from.bendRange !== DEFAULT_BEND_RANGE) {
    set(BEND_RANGE_PARAMETER, { coarse: DEFAULT_BEND_RANGE, fine: UNSET })
  }
  select(to.selection)
  return messages
}

function selectionOf(key: number): ParameterSelection {
  return { registered: key < NON_REGISTERED, coarse: (key >> 7) & 127, fine: key & 127 }
}

function isSameSelection(a: ParameterSelection, b: ParameterSelection): boolean {
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b)
  return a.registered === b.registered && a.coarse === b.coarse && a.fine === b.fine
}

function isNothing({ coarse, fine }: ParameterSelection): boolean {
  return (coarse === UNSET && fine === UNSET) || ((coarse << 7) | fine) === NULL_PARAMETER
}

function selectors(channel: number, selection: ParameterSelection): number[][] {
  const { registered, coarse, fine } = isNothing(selection) ? selectionOf(NULL_PARAMETER) : selection
  const [first, second] = registered
    ? [CONTROLLER.registeredCoarse, CONTROLLER.registeredFine]
    : [CONTROLLER.nonRegisteredCoarse, CONTROLLER.nonRegisteredFine]
  return [
    ...(coarse === UNSET ? [] : [[0xb0 | channel, first, coarse]]),
    ...(fine === UNSET ? [] : [[0xb0 | channel, second, fine]]),
  ]
}
