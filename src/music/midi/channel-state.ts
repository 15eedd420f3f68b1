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

  /** Semitones. */
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

/** Controllers 32–63 are the fine bytes (LSBs) of 0–31 (MIDI 1.0, table 3). */
export const FINE_HALF = 32

/**
 * Controllers cleared by “reset all controllers”. RP-015 lists modulation, expression and pedals 64–67; MIDI
 * 1.0 also includes the switches 68 and 69.
 */
export const RESET_CONTROLLERS: readonly number[] = [
  CONTROLLER.modulation,
  CONTROLLER.expression,
  ...[64, 65, 66, 67, 68, 69],
]

/** Nonzero power-on values of controllers (General MIDI 2, section 3.3; RP-015). */
const POWER_ON: Readonly<Record<number, number>> = {
  [CONTROLLER.volume]: 100,
  8: 64,
  [CONTROLLER.pan]: 64,
  [CONTROLLER.expression]: 127,
  ...Object.fromEntries([70, 71, 72, 73, 74, 75, 76, 77, 78, 79].map(number => [number, 64])),
  91: 40,
}

export function powerOnValue(controller: number): number {
  return POWER_ON[controller] ?? 0
}

export function isModeMessage(controller: number): boolean {
  return controller >= CONTROLLER.allSoundOff
}

/** Returns true for “all notes off” and the mode messages 124–127, which imply it (MIDI 1.0). */
export function endsAllNotes(controller: number): boolean {
  return controller >= CONTROLLER.allNotesOff
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

const UNDEFINED = 'Undefined'

const COARSE: Readonly<Record<number, string>> = {
  0: 'Bank Select',
  1: 'Modulation Wheel',
  2: 'Breath Controller',
  4: 'Foot Controller',
  5: 'Portamento Time',
  6: 'Data Entry',
  7: 'Channel Volume',
  8: 'Balance',
  10: 'Pan',
  11: 'Expression Controller',
  12: 'Effect Control 1',
  13: 'Effect Control 2',
  16: 'General Purpose Controller 1',
  17: 'General Purpose Controller 2',
  18: 'General Purpose Controller 3',
  19: 'General Purpose Controller 4',
}

const SWITCHES_AND_MODES: Readonly<Record<number, string>> = {
  64: 'Sustain Pedal',
  65: 'Portamento On/Off',
  66: 'Sostenuto Pedal',
  67: 'Soft Pedal',
  68: 'Legato Footswitch',
  69: 'Hold 2',
  70: 'Sound Variation',
  71: 'Timbre / Harmonic Intensity',
  72: 'Release Time',
  73: 'Attack Time',
  74: 'Brightness',
  75: 'Decay Time',
  76: 'Vibrato Rate',
  77: 'Vibrato Depth',
  78: 'Vibrato Delay',
  79: 'Sound Controller 10',
  80: 'General Purpose Controller 5',
  81: 'General Purpose Controller 6',
  82: 'General Purpose Controller 7',
  83: 'General Purpose Controller 8',
  84: 'Portamento Control',
  88: 'High Resolution Velocity Prefix',
  91: 'Reverb Send Level',
  92: 'Tremolo Depth',
  93: 'Chorus Send Level',
  94: 'Celeste Depth',
  95: 'Phaser Depth',
  96: 'Data Increment',
  97: 'Data Decrement',
  98: 'Non-Registered Parameter Number LSB',
  99: 'Non-Registered Parameter Number MSB',
  100: 'Registered Parameter Number LSB',
  101: 'Registered Parameter Number MSB',
  120: 'All Sound Off',
  121: 'Reset All Controllers',
  122: 'Local Control On/Off',
  123: 'All Notes Off',
  124: 'Omni Mode Off',
  125: 'Omni Mode On',
  126: 'Mono Mode On',
  127: 'Poly Mode On',
}

/** @example controllerName(64) // 'Sustain Pedal' */
export function controllerName(number: number): string {
  const coarse = COARSE[number < 32 ? number : number - 32]
  if (number >= 64) return SWITCHES_AND_MODES[number] ?? UNDEFINED
  if (number < 32) return coarse ?? UNDEFINED
  return coarse === undefined ? UNDEFINED : `${coarse} LSB`
}
