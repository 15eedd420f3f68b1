/** Matches symbols in a line of music: https://abcnotation.com/wiki/abc:standard:v2.1#the_tune_body */
export const TOKENS = new RegExp(
  [
    /"(?<text>(?:\\.|[^"\\]){0,500})"?/,
    /\[(?<field>[A-Za-z]):(?<value>[^\]]{0,500})\]?/,
    /(?<line>\.?(?:\[(?=\|)|\||:(?=[:|]))[|:\]]*)(?:\s*\[(?=[\d"])|(?=\d))?(?<ending>(?:(?<=\[)"[^"]*"|\d+(?:[,-]\d+)*))?/,
    /\[(?<only>\d+(?:[,-]\d+)*)/,
    /\[(?<chord>[^\]|]{0,200})\](?<chordLength>\d*\/*\d*)/,
    /\{(?<graces>[^}]{0,200})\}?/,
    /\((?<p>\d+)(?::(?<q>\d*)(?::(?<r>\d*))?)?/,
    /(?:(?<sign>\^\^|\^|=|__|_)(?:\d?\/\d?)?)?(?<letter>[A-Ga-g])(?<octave>[,']*)(?<length>\d*\/*\d*)/,
    /(?<rest>[zxZX])(?<restLength>\d*\/*\d*)/,
    /y\d*\/?\d*/,
    /(?<broken><+|>+)/,
    /(?<tie>\.?-+)/,
    /(?<overlay>&+)/,
    /!(?<decoration>[^!\s|]{1,40}|D[.a][^!|]{1,40})!|\+(?<plus>[^+\s|]{1,40})\+/,
    /(?<short>[.~H-Wh-w])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

export type Groups = Readonly<Record<string, string | undefined>>

/** Matches symbols within a chord or grace notes. */
export const CHORD_NOTES =
  /(?:(?<sign>\^\^|\^|=|__|_)(?:\d?\/\d?)?)?(?<letter>[A-Ga-g])(?<octave>[,']*)(?<length>\d*\/*\d*)(?<held>\.?-)?/g

/** Reads a length factor: `3`, `/`, `//`, `/4`, `3/2`. */
export function factorOf(text = ''): number {
  const [, above, slashes = '', below] = /^(\d*)(\/*)(\d*)/.exec(text) ?? []
  const divided = below ? Number(below) : 2 ** Math.min(slashes.length, 10)
  return (above ? Number(above) : 1) / (divided || 1)
}

/** Returns the number of colons before and after a bar line (section 4.8): `:|`, `|::`, `:||:`, `::`. */
export function colonsOf(line: string): readonly [number, number] {
  if (/^:+$/.test(line)) return [Math.floor(line.length / 2), Math.ceil(line.length / 2)]
  return [/^\.?:*/.exec(line)?.[0].replace('.', '').length ?? 0, /(?<=[|\]]):*$/.exec(line)?.[0].length ?? 0]
}

/** Reads ending numbers such as `1,3` or `1-3`. */
export function passesOf(text: string): readonly number[] {
  return [...text.matchAll(/(\d+)(?:-(\d+))?/g)].flatMap(([, first, last = first]) => {
    const count = Math.min(99, Number(last) - Number(first) + 1)
    return Array.from({ length: Math.max(0, count) }, (_, index) => Number(first) + index)
  })
}
