/** The controllers that change what sounds, by their numbers (MIDI 1.0, control change messages). */

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

/** From here on controllers are channel mode messages (MIDI 1.0): they do something once, and hold nothing. */
export const FIRST_MODE_MESSAGE = CONTROLLER.allSoundOff

/** Pedals and switches are on from here (MIDI 1.0: 0–63 is off, 64–127 is on). */
const ON = 64

/** @param value 0–127 */
export function isOn(value: number): boolean {
  return value >= ON
}

/** Whether a controller is a pedal that keeps notes sounding after their note-off. */
export function isHoldingPedal(controller: number): boolean {
  return controller === CONTROLLER.sustain || controller === CONTROLLER.sostenuto
}

/**
 * Whether a controller at this value goes on changing what sounds when nobody plays any more: a pedal that is down,
 * a modulation wheel that is not at rest. At 0 each of them is put back.
 */
export function isLeftOn(controller: number, value: number): boolean {
  return isHoldingPedal(controller) ? isOn(value) : controller === CONTROLLER.modulation && value > 0
}

/** 124 to 127 change the mode, and each of them is an *all notes off* as well (MIDI 1.0). */
export function endsAllNotes(controller: number): boolean {
  return controller >= CONTROLLER.allNotesOff
}
