/** What the messages so far have set on sixteen channels, and the messages that lead from one such state to another. */
import { CONTROLLER, FIRST_MODE_MESSAGE } from './controller-numbers.js'

/** Instruments, controllers, parameters, bends and the pressure of a channel; notes are not part of it. */
export interface ChannelState {
  /** Takes in a message; anything that sets nothing is let pass. */
  apply(bytes: readonly number[]): void
  /**
   * The messages that bring an instrument in this state to another: where that one says nothing, to what an
   * instrument has when it is switched on. A program is never taken back, since every song sets its own.
   *
   * @param anew says also what is the same in both: somebody else may have changed it since
   */
  messagesTo(target: ChannelState, anew?: boolean): number[][]
  /** The value of a controller (0–127) on a channel from 0; −1 where nothing has set it. */
  controller(channel: number, number: number): number
  /** The program of a channel from 0; −1 where nothing has set it. */
  program(channel: number): number
  /** 0–16383; 8192 is the middle. */
  bend(channel: number): number
  /** Pressure of the whole channel (0–127), which is 0 at rest. */
  pressure(channel: number): number
  /** Values of parameters by their numbers, the registered ones and those of makers. */
  readonly parameters: ReadonlyMap<number, Parameter>
  /** The parameter that data entry sets now, as a key of `parameters`; −1 is none. */
  selected(channel: number): number
  /** Goes its own way from here. */
  copy(): ChannelState
}

interface Parameter {
  readonly coarse: number
  /** −1 where it was not set. */
  readonly fine: number
}

const CHANNELS = 16
const MIDDLE_BEND = 8192
const UNSET = -1
const NO_PARAMETER = -1
const UNKNOWN_PARAMETER = -2
/** Both halves of the number of the parameter that is none. */
const NULL_PARAMETER = 0x3fff

/** What an instrument has when it is switched on, where that is not 0 (General MIDI 2, section 3.3; RP-015). */
const AT_REST: Readonly<Record<number, number>> = {
  [CONTROLLER.volume]: 100,
  8: 64,
  [CONTROLLER.pan]: 64,
  [CONTROLLER.expression]: 127,
  ...Object.fromEntries([70, 71, 72, 73, 74, 75, 76, 77, 78, 79].map(number => [number, 64])),
  91: 40,
}

/** What *reset all controllers* puts back (MIDI recommended practice RP-015). */
const RESET = [CONTROLLER.modulation, CONTROLLER.expression, 64, 65, 66, 67, 68, 69]

/** Data entry and the selection of parameters: they mean nothing but in their order. */
const OF_PARAMETERS: readonly number[] = [
  CONTROLLER.dataEntry,
  CONTROLLER.dataEntryFine,
  CONTROLLER.dataIncrement,
  CONTROLLER.dataDecrement,
  CONTROLLER.nonRegisteredFine,
  CONTROLLER.nonRegisteredCoarse,
  CONTROLLER.registeredFine,
  CONTROLLER.registeredCoarse,
]

const MAKERS_OWN = 1 << 14
const keyOf = (channel: number, selection: number) => (channel << 15) | selection

/** By channel; of controllers, by channel × 128 + number. */
interface Values {
  readonly controllers: Int16Array
  readonly programs: Int16Array
  readonly bends: Int16Array
  readonly pressures: Uint8Array
  /** Number of the parameter, with `MAKERS_OWN` where it is none of the registered ones. */
  readonly selections: Int32Array
  readonly parameters: Map<number, Parameter>
}

export function createChannelState(): ChannelState {
  return stateOf({
    controllers: new Int16Array(CHANNELS * 128).fill(UNSET),
    programs: new Int16Array(CHANNELS).fill(UNSET),
    bends: new Int16Array(CHANNELS).fill(MIDDLE_BEND),
    pressures: new Uint8Array(CHANNELS),
    selections: new Int32Array(CHANNELS).fill(NULL_PARAMETER),
    parameters: new Map(),
  })
}

function stateOf({ controllers, programs, bends, pressures, selections, parameters }: Values): ChannelState {
  const selected = (channel: number) => {
    const selection = selections[channel] ?? NULL_PARAMETER
    return (selection & NULL_PARAMETER) === NULL_PARAMETER ? NO_PARAMETER : keyOf(channel, selection)
  }

  const select = (channel: number, flag: number, coarse: boolean, value: number) => {
    const before = selections[channel] ?? NULL_PARAMETER
    const number = coarse ? (value << 7) | (before & 127) : (before & 0x3f80) | value
    selections[channel] = flag | number
  }

  const enter = (channel: number, coarse: boolean, value: number) => {
    const key = selected(channel)
    if (key === NO_PARAMETER) return
    const before = parameters.get(key)
    // The coarse half sets the fine one to 0; it comes after it, or not at all (MIDI 1.0).
    if (coarse) parameters.set(key, { coarse: value, fine: UNSET })
    else parameters.set(key, { coarse: before?.coarse ?? 0, fine: value })
  }

  const control = (channel: number, number: number, value: number) => {
    switch (number) {
      case CONTROLLER.registeredCoarse:
      case CONTROLLER.registeredFine:
        return select(channel, 0, number === CONTROLLER.registeredCoarse, value)
      case CONTROLLER.nonRegisteredCoarse:
      case CONTROLLER.nonRegisteredFine:
        return select(channel, MAKERS_OWN, number === CONTROLLER.nonRegisteredCoarse, value)
      case CONTROLLER.dataEntry:
      case CONTROLLER.dataEntryFine:
        return enter(channel, number === CONTROLLER.dataEntry, value)
      case CONTROLLER.resetAll:
        for (const each of RESET) controllers[channel * 128 + each] = UNSET
        bends[channel] = MIDDLE_BEND
        pressures[channel] = 0
        selections[channel] = NULL_PARAMETER
        return
    }
    if (number < FIRST_MODE_MESSAGE && !OF_PARAMETERS.includes(number)) {
      controllers[channel * 128 + number] = value
    }
  }

  const state: ChannelState = {
    copy: () =>
      stateOf({
        controllers: controllers.slice(),
        programs: programs.slice(),
        bends: bends.slice(),
        pressures: pressures.slice(),
        selections: selections.slice(),
        parameters: new Map(parameters),
      }),
    parameters,
    selected,
    controller: (channel, number) => controllers[channel * 128 + number] ?? UNSET,
    program: channel => programs[channel] ?? UNSET,
    bend: channel => bends[channel] ?? MIDDLE_BEND,
    pressure: channel => pressures[channel] ?? 0,
    apply([status = 0, first = 0, second = 0]) {
      const channel = status & 15
      switch (status >> 4) {
        case 0xb:
          return control(channel, first, second)
        case 0xc:
          programs[channel] = first
          return
        case 0xd:
          pressures[channel] = first
          return
        case 0xe:
          bends[channel] = (second << 7) | first
          return
      }
    },
    messagesTo(target, anew = false) {
      const messages: number[][] = []
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        const way = { channel, from: state, to: target, anew }
        addProgram(messages, way)
        addParameters(messages, way)
        for (let number = 0; number < FIRST_MODE_MESSAGE; number += 1) {
          if (number !== CONTROLLER.bank && number !== CONTROLLER.bankFine)
            addController(messages, number, way)
        }
        const bend = target.bend(channel)
        if (bend !== state.bend(channel) || (anew && bend !== MIDDLE_BEND))
          messages.push([0xe0 | channel, bend & 127, bend >> 7])
        const pressure = target.pressure(channel)
        if (pressure !== state.pressure(channel) || (anew && pressure !== 0))
          messages.push([0xd0 | channel, pressure])
      }
      return messages
    },
  }
  return state
}

interface Way {
  readonly channel: number
  readonly from: ChannelState
  readonly to: ChannelState
  readonly anew: boolean
}

function addController(messages: number[][], number: number, { channel, from, to, anew }: Way): void {
  const before = from.controller(channel, number)
  const after = to.controller(channel, number)
  const rest = AT_REST[number] ?? 0
  if (after === UNSET ? before === UNSET || before === rest : before === after && !anew) return
  messages.push([0xb0 | channel, number, after === UNSET ? rest : after])
}

/** A bank is only taken with the program that follows it. */
function addProgram(messages: number[][], way: Way): void {
  const { channel, from, to, anew } = way
  const program = to.program(channel)
  const bankOf = (state: ChannelState, number: number) => Math.max(0, state.controller(channel, number))
  const differs = [CONTROLLER.bank, CONTROLLER.bankFine].some(
    number => bankOf(from, number) !== bankOf(to, number),
  )
  if (!anew && !differs && from.program(channel) === program) return
  addController(messages, CONTROLLER.bank, way)
  addController(messages, CONTROLLER.bankFine, way)
  if (program !== UNSET) messages.push([0xc0 | channel, program])
}

function addParameters(messages: number[][], { channel, from, to, anew }: Way): void {
  let at = from.selected(channel)
  const select = (key: number) => {
    if (key === at) return
    at = key
    const number = key === NO_PARAMETER ? NULL_PARAMETER : key & NULL_PARAMETER
    const own = key !== NO_PARAMETER && (key & MAKERS_OWN) !== 0
    const [coarse, fine] = own
      ? [CONTROLLER.nonRegisteredCoarse, CONTROLLER.nonRegisteredFine]
      : [CONTROLLER.registeredCoarse, CONTROLLER.registeredFine]
    messages.push([0xb0 | channel, coarse, number >> 7], [0xb0 | channel, fine, number & 127])
  }
  const set = (key: number, { coarse, fine }: Parameter) => {
    // Somebody else may have selected another one since.
    if (anew) at = UNKNOWN_PARAMETER
    select(key)
    messages.push([0xb0 | channel, CONTROLLER.dataEntry, coarse])
    if (fine !== UNSET) messages.push([0xb0 | channel, CONTROLLER.dataEntryFine, fine])
  }
  for (const [key, value] of to.parameters) {
    if (key >> 15 !== channel) continue
    const before = from.parameters.get(key)
    if (anew || before?.coarse !== value.coarse || before.fine !== value.fine) set(key, value)
  }
  // The range of bends has a value at rest: two semitones. What others have at rest, only their makers know.
  const range = keyOf(channel, 0)
  const before = from.parameters.get(range)
  if (before && !isRangeAtRest(before) && !to.parameters.has(range)) set(range, { coarse: 2, fine: UNSET })
  select(to.selected(channel))
}

function isRangeAtRest({ coarse, fine }: Parameter): boolean {
  return coarse === 2 && fine <= 0
}
