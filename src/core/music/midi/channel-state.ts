/** What the messages so far have set on one MIDI channel: controllers, parameters, program, bend and pressure. */
import {
  CONTROLLER,
  isDataEntry,
  isDataStep,
  isModeMessage,
  isParameterSelector,
  powerOnValue,
  RESET_CONTROLLERS,
} from './controllers.js'

/** Of a controller, a program or half a parameter that no message has set. */
export const UNSET = -1

export const BEND_CENTER = 8192
/** Both halves of the number of the null parameter, which takes no values (MIDI 1.0, RPN 127/127). */
export const NULL_PARAMETER = 0x3fff
/** Added to the 14-bit number of a non-registered parameter (NRPN), so that it differs from the registered one. */
export const NON_REGISTERED = 1 << 14
/** Registered parameter 0, the pitch bend sensitivity: semitones in the coarse half, cents in the fine one. */
export const BEND_RANGE_PARAMETER = 0
/** General MIDI: two semitones until parameter 0 says otherwise. */
export const DEFAULT_BEND_RANGE = 2

/** The value of a parameter; a half is `UNSET` until it is sent. */
export interface ParameterValue {
  readonly coarse: number
  readonly fine: number
}

/** The number that selectors (98–101) have spelled out so far; a half that wasn't sent is `UNSET`. */
export interface ParameterSelection {
  readonly registered: boolean
  readonly coarse: number
  readonly fine: number
}

const NOTHING_SELECTED: ParameterSelection = { registered: true, coarse: UNSET, fine: UNSET }

export class ChannelState {
  /** 0–127, or `UNSET`. */
  program = UNSET
  /** 0–16383. */
  bend = BEND_CENTER
  /** Pressure of the whole channel, 0–127. */
  pressure = 0
  /** By number; of non-registered ones with `NON_REGISTERED` added. In the order in which they were first set. */
  readonly parameters: Map<number, ParameterValue>
  selection = NOTHING_SELECTED
  private readonly controllers: Int16Array

  /** @param from the state to begin with; an instrument that was just switched on unless given */
  constructor(from?: ChannelState) {
    this.controllers = from ? from.controllers.slice() : new Int16Array(128).fill(UNSET)
    this.parameters = new Map(from?.parameters)
    if (!from) return
    this.program = from.program
    this.bend = from.bend
    this.pressure = from.pressure
    this.selection = from.selection
  }

  /** The value that was sent for a controller, 0–127; `UNSET` if none was, or after a reset. */
  sent(controller: number): number {
    return this.controllers[controller] ?? UNSET
  }

  /** The value that an instrument has for a controller: what was sent, or its power-on value. */
  value(controller: number): number {
    const sent = this.sent(controller)
    return sent === UNSET ? powerOnValue(controller) : sent
  }

  /** Takes in a control change: its number and value, 0–127 each. */
  control(controller: number, value: number): void {
    if (isParameterSelector(controller)) this.select(controller, value)
    else if (isDataEntry(controller)) this.enter(controller === CONTROLLER.dataEntry, value)
    else if (controller === CONTROLLER.resetAll) this.resetControllers()
    // Increment and decrement (96, 97) step an unknown value; mode messages have none.
    else if (!isModeMessage(controller) && !isDataStep(controller)) this.controllers[controller] = value
  }

  /**
   * The parameter that data entry sets now, as a key of `parameters`. `undefined` until both halves of its number
   * were sent, and for the null parameter.
   */
  get selected(): number | undefined {
    const { registered, coarse, fine } = this.selection
    const number = (coarse << 7) | fine
    if (coarse === UNSET || fine === UNSET || number === NULL_PARAMETER) return undefined
    return registered ? number : number | NON_REGISTERED
  }

  /** Semitones that a full bend makes, either way. */
  get bendRange(): number {
    const { coarse, fine } = this.parameters.get(BEND_RANGE_PARAMETER) ?? { coarse: UNSET, fine: UNSET }
    const semitones = coarse === UNSET ? DEFAULT_BEND_RANGE : coarse
    return fine === UNSET ? semitones : semitones + Math.min(fine, 99) / 100
  }

  /** How far the channel is bent, in semitones. @param range of a full bend */
  bentBy(range = this.bendRange): number {
    return ((this.bend - BEND_CENTER) / BEND_CENTER) * range
  }

  /** Back to what an instrument has when it is switched on. */
  reset(): void {
    this.resetControllers()
    this.controllers.fill(UNSET)
    this.parameters.clear()
    this.program = UNSET
  }

  /** Reset all controllers: see `RESET_CONTROLLERS` for what is reset and what stays. */
  private resetControllers(): void {
    for (const each of RESET_CONTROLLERS) this.controllers[each] = UNSET
    this.bend = BEND_CENTER
    this.pressure = 0
    this.selection = NOTHING_SELECTED
  }

  /** A half of the other kind begins a new number: RPN and NRPN share one selection (MIDI 1.0). */
  private select(controller: number, value: number): void {
    const registered = controller >= CONTROLLER.registeredFine
    const isCoarse =
      controller === CONTROLLER.registeredCoarse || controller === CONTROLLER.nonRegisteredCoarse
    const { coarse, fine } = this.selection.registered === registered ? this.selection : NOTHING_SELECTED
    this.selection = isCoarse ? { registered, coarse: value, fine } : { registered, coarse, fine: value }
  }

  /** The coarse half sets the fine one to 0, which follows or isn't sent at all (MIDI 1.0, data entry). */
  private enter(isCoarse: boolean, value: number): void {
    const key = this.selected
    if (key === undefined) return
    const coarse = isCoarse ? value : (this.parameters.get(key)?.coarse ?? UNSET)
    this.parameters.set(key, { coarse, fine: isCoarse ? UNSET : value })
  }
}
