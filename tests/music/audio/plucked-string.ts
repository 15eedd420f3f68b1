const RATE = 48_000
/** Time of the pluck, s. */
export const PLUCK_S = 0.3

interface StringSound {
  readonly stiffness?: number
  /** Amplitude of the lowest partial, relative to what a pluck excites. */
  readonly lowest?: number
  /** Amplitude of odd partials, likewise. */
  readonly odd?: number
  readonly seconds?: number
  readonly rate?: number
}

/** A string plucked at 0.3 s at a sixth of its length, with the click of the pick and mains hum. */
export function pluck(frequency: number, sound: StringSound = {}): Float32Array {
  const { stiffness = 1e-4, lowest = 1, odd = 1, seconds = 1.2, rate = RATE } = sound
  const base = frequency / Math.sqrt(1 + stiffness)
  const partials = Array.from({ length: 12 }, (_, index) => {
    const partial = index + 1
    const hz = partial * base * Math.sqrt(1 + stiffness * partial ** 2)
    const excited = (0.5 * Math.abs(Math.sin((Math.PI * partial) / 6.3))) / partial
    const amplitude = excited * (partial === 1 ? lowest : 1) * (partial % 2 === 1 ? odd : 1)
    return { hz, amplitude: hz < 0.45 * rate ? amplitude : 0, decay: 0.7 + 0.4 * partial }
  })
  return Float32Array.from({ length: seconds * rate }, (_, index) => {
    const since = index / rate - PLUCK_S
    const hum = 0.0004 * Math.sin((2 * Math.PI * 50 * index) / rate)
    if (since < 0) return hum
    const click = since < 0.012 ? 0.15 * Math.sin(index ** 2 * 12.9898) : 0
    return partials.reduce(
      (sum, { hz, amplitude, decay }) =>
        sum + amplitude * Math.exp(-decay * since) * Math.sin(2 * Math.PI * hz * since + hz),
      hum + click,
    )
  })
}
