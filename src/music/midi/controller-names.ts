/** Controllers 32–63 are the fine bytes (LSBs) of 0–31 (MIDI 1.0, table 3). */
export const FINE_HALF = 32

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
  const coarse = COARSE[number < FINE_HALF ? number : number - FINE_HALF]
  if (number >= 64) return SWITCHES_AND_MODES[number] ?? UNDEFINED
  if (number < FINE_HALF) return coarse ?? UNDEFINED
  return coarse === undefined ? UNDEFINED : `${coarse} LSB`
}
