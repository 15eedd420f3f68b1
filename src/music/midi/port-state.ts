import {
  BEND_CENTER,
  BEND_RANGE_PARAMETER,
  ChannelState,
  CONTROLLER,
  DEFAULT_BEND_RANGE,
  endsAllNotes,
  isModeMessage,
  isOn,
  NON_REGISTERED,
  NULL_PARAMETER,
  type ParameterSelection,
  type ParameterValue,
  powerOnValue,
  UNSET,
} from './channel-state.js'
import { MALFORMED, type MidiEvent, type NoteEvent } from './midi-event.js'

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
  const rest = powerOnValue(number)
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
  const select = (next: ParameterSelection) => {
    if (isSameSelection(next, selection)) return
    selection = next
    messages.push(...selectors(channel, next))
  }
  const set = (key: number, { coarse, fine }: ParameterValue) => {
    const next = selectionOf(key)
    if (all) messages.push(...selectors(channel, next))
    else select(next)
    selection = next
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
