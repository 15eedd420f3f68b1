/** Texts that fit a regular expression of a schema. */
import type { Random } from './random.js'

/** How often repeated parts are repeated: as rarely or as often as they may be, or any number in between. */
export type Extent = 'shortest' | 'longest' | 'any'

/** For `*` and `+`, which have no end. */
const ENDLESS = 8

interface Piece {
  readonly make: (random: Random, extent: Extent) => string
  readonly least: number
  readonly most: number
}

/**
 * Understands literals, classes, groups, alternatives and repetitions: what the schemas of the contract use.
 * @example textOf('^[a-z]{2}(-[A-Z]{2})?$', random, 'longest') // 'qk-TB'
 * @returns `undefined` where the result does not fit, since the expression says more than is understood
 */
export function textOf(pattern: string, random: Random, extent: Extent = 'any'): string | undefined {
  const text = new Reader(pattern).alternatives()(random, extent)
  return new RegExp(pattern, 'u').test(text) ? text : undefined
}

class Reader {
  private at = 0

  constructor(private readonly pattern: string) {}

  /** Up to the end, or to the bracket that closes the group. */
  alternatives(): Piece['make'] {
    const choices = [this.sequence()]
    while (this.pattern[this.at] === '|') {
      this.at += 1
      choices.push(this.sequence())
    }
    return (random, extent) => random.pick(choices)(random, extent)
  }

  private sequence(): Piece['make'] {
    const pieces: Piece[] = []
    while (this.at < this.pattern.length && !'|)'.includes(this.pattern[this.at] ?? '')) {
      const make = this.atom()
      pieces.push({ make, ...this.repetition() })
    }
    return (random, extent) =>
      pieces
        .map(({ make, least, most }) => {
          const count =
            extent === 'shortest' ? least : extent === 'longest' ? most : random.whole(least, most)
          return Array.from({ length: count }, () => make(random, extent)).join('')
        })
        .join('')
  }

  private atom(): Piece['make'] {
    const sign = this.pattern[this.at] ?? ''
    this.at += 1
    if (sign === '^' || sign === '$') return () => ''
    if (sign === '(') {
      if (this.pattern.startsWith('?:', this.at)) this.at += 2
      const inner = this.alternatives()
      this.at += 1
      return inner
    }
    const choices =
      sign === '[' ? this.classOf() : sign === '\\' ? this.escaped() : [sign === '.' ? 'a' : sign]
    return random => random.pick(choices)
  }

  private escaped(): readonly string[] {
    const sign = this.pattern[this.at] ?? ''
    this.at += 1
    return CLASSES[sign] ?? [sign]
  }

  private classOf(): readonly string[] {
    const found: string[] = []
    while (this.pattern[this.at] !== ']' && this.at < this.pattern.length) {
      if (this.pattern[this.at] === '\\') {
        this.at += 1
        found.push(...this.escaped())
        continue
      }
      const from = this.pattern[this.at] ?? ''
      const to = this.pattern[this.at + 1] === '-' ? this.pattern[this.at + 2] : undefined
      if (to !== undefined && to !== ']') {
        found.push(...range(from, to))
        this.at += 3
      } else {
        found.push(from)
        this.at += 1
      }
    }
    this.at += 1
    return found
  }

  private repetition(): { readonly least: number; readonly most: number } {
    const rest = this.pattern.slice(this.at)
    const [all = '', sign, least, comma, most] = /^(?:([?*+])|\{(\d+)(,?)(\d*)\})/.exec(rest) ?? []
    this.at += all.length
    if (sign === '?') return { least: 0, most: 1 }
    if (sign === '*') return { least: 0, most: ENDLESS }
    if (sign === '+') return { least: 1, most: ENDLESS }
    if (least === undefined) return { least: 1, most: 1 }
    const from = Number(least)
    return { least: from, most: most ? Number(most) : comma ? from + ENDLESS : from }
  }
}

function range(from: string, to: string): string[] {
  const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)]
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => String.fromCharCode(first + i))
}

const CLASSES: Readonly<Record<string, readonly string[]>> = {
  d: range('0', '9'),
  w: [...range('a', 'z'), ...range('A', 'Z'), ...range('0', '9'), '_'],
  s: [' '],
}
