/** General MIDI 1 drums (table 3), played on channel 10. */

export interface Skin {
  readonly kind: 'skin'
  readonly wave: 'sine' | 'triangle' | 'square'
  readonly hz: number
  /** Initial pitch, in octaves above `hz`. */
  readonly from: number
  /** Time for the pitch to fall to `hz`, in seconds. */
  readonly fall: number
  readonly decay: number
  readonly level: number
  readonly after: number
}

/** Filtered noise (`air`) or six filtered inharmonic tones (`metal`). */
export interface Rattle {
  readonly kind: 'air' | 'metal'
  readonly filter: 'lowpass' | 'bandpass' | 'highpass'
  readonly hz: number
  readonly decay: number
  readonly level: number
  readonly after: number
}

/** `decay`: seconds until −60 dB. `level`: 0–1. `after`: delay after the stroke, in seconds. */
export type DrumLayer = Skin | Rattle

export interface Drum {
  readonly layers: readonly DrumLayer[]
  /** Drums in the same group cut each other off. For example, a hi-hat is either open or closed. */
  readonly group?: 'hi-hat' | 'whistle' | 'guiro' | 'cuica' | 'triangle'
}

const skin = (hz: number, decay: number, level = 0.8, more: Partial<Skin> = {}): Skin => ({
  ...{ kind: 'skin', wave: 'sine', hz, from: 1, fall: 0.05, decay, level, after: 0 },
  ...more,
})
const block = (hz: number, decay: number, level = 0.5, wave: Skin['wave'] = 'triangle') =>
  skin(hz, decay, level, { wave, from: 0 })
const air = (hz: number, decay: number, level = 0.5, more: Partial<Rattle> = {}): Rattle => ({
  ...{ kind: 'air', filter: 'bandpass', hz, decay, level, after: 0 },
  ...more,
})
const metal = (hz: number, decay: number, level = 0.4, filter: Rattle['filter'] = 'highpass'): Rattle => ({
  ...{ kind: 'metal', filter, hz, decay, level, after: 0 },
})

const tom = (hz: number): Drum => ({
  layers: [skin(hz, 0.6, 0.8, { from: 0.7, fall: 0.12 }), air(hz * 6, 0.06, 0.15)],
})
const conga = (hz: number, decay: number): Drum => ({
  layers: [skin(hz, decay, 0.7, { from: 0.3, fall: 0.03 }), air(hz * 5, 0.03, 0.2)],
})
const cymbal = (decay: number, hz: number, level = 0.35): Drum => ({
  layers: [metal(hz, decay, level), air(hz, decay * 0.7, level * 0.6, { filter: 'highpass' })],
})
const grains = (count: number, step: number, hz: number, level: number): Rattle[] =>
  Array.from({ length: count }, (_, index) => air(hz, step * 1.2, level, { after: index * step }))

const KIT: Readonly<Record<number, Drum>> = {
  35: { layers: [skin(46, 0.7, 1, { from: 1.6, fall: 0.07 })] },
  36: { layers: [skin(54, 0.5, 1, { from: 2, fall: 0.05 }), air(2500, 0.015, 0.25)] },
  37: { layers: [block(1700, 0.05, 0.5), air(3000, 0.03, 0.3)] },
  38: { layers: [skin(185, 0.25, 0.6), air(3200, 0.32, 0.5, { filter: 'highpass' })] },
  39: { layers: [...grains(3, 0.011, 1300, 0.8), air(1300, 0.2, 0.8, { after: 0.033 })] },
  40: { layers: [skin(220, 0.2, 0.6), air(4200, 0.4, 0.55, { filter: 'highpass' })] },
  41: tom(82),
  42: { layers: [metal(7500, 0.08), air(9000, 0.05, 0.25, { filter: 'highpass' })], group: 'hi-hat' },
  43: tom(98),
  44: { layers: [metal(6500, 0.06, 0.35)], group: 'hi-hat' },
  45: tom(117),
  46: { layers: [metal(7500, 1.4), air(9000, 1, 0.2, { filter: 'highpass' })], group: 'hi-hat' },
  47: tom(139),
  48: tom(165),
  49: cymbal(2.3, 4500, 0.45),
  50: tom(196),
  51: { layers: [metal(6000, 2, 0.22), block(3300, 0.8, 0.12)] },
  52: cymbal(1.8, 3000, 0.45),
  53: { layers: [block(2100, 0.9, 0.25), block(3180, 0.7, 0.18), metal(6000, 0.9, 0.1)] },
  54: { layers: [metal(8000, 0.25, 0.3), ...grains(3, 0.025, 9000, 0.35)] },
  55: cymbal(1.2, 6000, 0.4),
  56: { layers: [block(540, 0.35, 0.3, 'square'), block(800, 0.35, 0.3, 'square')] },
  57: cymbal(2.4, 3800, 0.45),
  58: { layers: grains(14, 0.035, 2600, 0.4) },
  59: { layers: [metal(5200, 2, 0.22), block(2900, 0.5, 0.12)] },
  60: conga(400, 0.16),
  61: conga(300, 0.2),
  62: conga(330, 0.09),
  63: conga(310, 0.35),
  64: conga(220, 0.4),
  65: { layers: [skin(520, 0.3, 0.6, { wave: 'triangle', from: 0.2 }), air(4000, 0.04, 0.3)] },
  66: { layers: [skin(370, 0.35, 0.6, { wave: 'triangle', from: 0.2 }), air(3000, 0.04, 0.3)] },
  67: { layers: [block(1480, 0.3, 0.35, 'square')] },
  68: { layers: [block(990, 0.35, 0.35, 'square')] },
  69: { layers: grains(3, 0.014, 7000, 0.5) },
  70: { layers: [air(6000, 0.06, 0.6)] },
  71: { layers: [block(2300, 0.2, 0.4, 'sine')], group: 'whistle' },
  72: { layers: [block(2300, 0.7, 0.4, 'sine')], group: 'whistle' },
  73: { layers: grains(5, 0.016, 3500, 0.5), group: 'guiro' },
  74: { layers: grains(14, 0.026, 3500, 0.5), group: 'guiro' },
  75: { layers: [block(2500, 0.07, 0.6)] },
  76: { layers: [block(1100, 0.08, 0.6)] },
  77: { layers: [block(760, 0.1, 0.6)] },
  78: { layers: [skin(520, 0.12, 0.5, { from: 0.5, fall: 0.1 })], group: 'cuica' },
  79: { layers: [skin(390, 0.3, 0.5, { from: 0.6, fall: 0.25 })], group: 'cuica' },
  80: { layers: [block(5200, 0.1, 0.25)], group: 'triangle' },
  81: { layers: [block(5200, 1.2, 0.25)], group: 'triangle' },
}

/** Fallbacks outside the standard range: usually sticks and clicks below, shakers and bells above. */
const BELOW: Drum = { layers: [block(1200, 0.04, 0.5)] }
const ABOVE: Drum = { layers: [air(8000, 0.09, 0.5)] }
const LOWEST = 35

export function drumOf(note: number): Drum {
  return KIT[note] ?? (note < LOWEST ? BELOW : ABOVE)
}

const SECONDS = 1
/** Square-wave oscillators of the TR-808 cymbals. */
const METAL_HZ = [205.3, 304.4, 369.6, 522.7, 540, 800] as const

export type DrumNoise = 'air' | 'metal'

/** Renders one second of looping noise with samples from −1 to 1. */
export function renderDrumNoise(kind: DrumNoise, sampleRate: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(SECONDS * sampleRate))
  if (kind === 'metal') {
    const square = (hz: number, index: number) => (((index / sampleRate) * hz) % 1 < 0.5 ? 1 : -1)
    return samples.map((_, index) =>
      METAL_HZ.reduce((sum, hz) => sum + square(hz, index) / METAL_HZ.length, 0),
    )
  }
  // White noise from a linear congruential generator (Numerical Recipes).
  let state = 1
  return samples.map(() => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 31 - 1
  })
}
