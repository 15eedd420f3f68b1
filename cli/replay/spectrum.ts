type Complex = readonly [real: Float64Array, imaginary: Float64Array]

/** Returns the power of each frequency bin in both channels, which have 2ⁿ samples. */
export function stereoPower(left: Float64Array, right: Float64Array): readonly Float64Array[] {
  // One transform contains both: the spectrum of the left one is symmetric, that of the right one antisymmetric.
  const [real, imaginary] = fourier([left, right])
  return [1, -1].map(sign =>
    new Float64Array(left.length / 2).map((_, bin) => {
      const mirrored = (left.length - bin) % left.length
      const own = (real[bin] ?? 0) + sign * (real[mirrored] ?? 0)
      return (own ** 2 + ((imaginary[bin] ?? 0) - sign * (imaginary[mirrored] ?? 0)) ** 2) / 4
    }),
  )
}

/** Fast Fourier transform of 2ⁿ samples. */
export function fourier([real, imaginary]: Complex): Complex {
  const half = real.length / 2
  if (half < 1) return [real, imaginary]
  const every = (part: Float64Array, from: number) =>
    new Float64Array(half).map((_, index) => part[2 * index + from] ?? 0)
  const [evenReal, evenImaginary] = fourier([every(real, 0), every(imaginary, 0)])
  const [oddReal, oddImaginary] = fourier([every(real, 1), every(imaginary, 1)])
  const sum: Complex = [new Float64Array(2 * half), new Float64Array(2 * half)]
  for (let index = 0; index < half; index += 1) {
    const [cos, sin] = [Math.cos((Math.PI * index) / half), Math.sin((Math.PI * index) / half)]
    const [r = 0, i = 0] = [oddReal[index], oddImaginary[index]]
    for (const sign of [1, -1]) {
      const at = sign > 0 ? index : index + half
      sum[0][at] = (evenReal[index] ?? 0) + sign * (r * cos + i * sin)
      sum[1][at] = (evenImaginary[index] ?? 0) + sign * (i * cos - r * sin)
    }
  }
  return sum
}
