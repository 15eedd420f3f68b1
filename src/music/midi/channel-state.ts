import {
  CONTROLLER,
  isDataEntry,
  isDataStep,
  isModeMessage,
  isParameterSelector,
  powerOnValue,
  RESET_CONTROLLERS,
} from './controllers.js'

export const UNSET = -1

export const BEND_CENTER = 8192
/** Null parameter (RPN 127/127), which accepts no values (MIDI 1.0). */
export const NULL_PARAMETER = 0x3fff
/** Offset added to NRPN numbers to distinguish them from RPN numbers. */
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

  /** Bend range, semitones. */
  get bendRange(): number {
    const { coarse, fine } = this.parameters.get(BEND_RANGE_PARAMETER) ?? { coarse: UNSET, fine: UNSET }
    const semitones = coarse === UNSET ? DEFAULT_BEND_RANGE : coarse
    return fine === UNSET ? semitones : semitones + Math.min(fine, 99) / 100
  }

  bentBy(range = this.bendRange): number {
    return ((this.bend - BEND_CENTER) / BEND_CENTER) * range
  }

  reset(): void {
    this.resetControllers()
    this.controllers.fill(UNSET)
    this.parameters.clear()
    this.program = UNSET
  }

  private resetControllers(): void {
    for (const each of RESET_CONTROLLERS) this.controllers[each] = UNSET
    this.bend = BEND_CENTER
    this.pressure = 0
    this.selection = NOTHING_SELECTED
  }

  /** Selects a parameter. RPN and NRPN share one selection (MIDI 1.0). */
  private select(controller: number, value: number): void {
    const registered = controller >= CONTROLLER.registeredFine
    const isCoarse =
      controller === CONTROLLER.registeredCoarse || controller === CONTROLLER.nonRegisteredCoarse
    const { coarse, fine } = this.selection.registered === registered ? this.selection : NOTHING_SELECTED
    this.selection = isCoarse ? { registered, coarse: value, fine } : { registered, coarse, fine: value }
  }

  /** Sets a parameter value. The coarse byte resets the fine byte to 0 (MIDI 1.0, data entry). */
  private enter(isCoarse: boolean, value: number): void {
    const key = this.selected
    if (key === undefined) return
    const coarse = isCoarse ? value : (this.parameters.get(key)?.coarse ?? UNSET)
    this.parameters.set(key, { coarse, fine: isCoarse ? UNSET : value })
  }
}
