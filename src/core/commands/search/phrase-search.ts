import { argumentFields } from '../argument-fields.js'
import type { Offered, Words } from './offered.js'
import type { Hit } from './palette-search.js'
import { LEXICON, type Query, readQuery } from './query.js'
import { type Ranked, RankIndex, rounded } from './rank.js'
import type { ValueList } from './value-lists.js'
import { titleWithValues } from './value-search.js'

/** Matches numbers like `text-form.ts`: `5-8` contains two numbers, `-2` is one. */
const NUMBER = /(?<![\p{L}\p{N}])-?\d+(?:[.,]\d+)?/gu

/** Score of a phrase that contains all words and arguments of the query. */
const FULL_MATCH = 6

interface Phrase {
  readonly of: Offered
  readonly words: number
  /** `50` (literal), `#` (next typed number), `-#` (negated), `#1` (first number), `#/100` (percent). */
  readonly args: readonly string[]
}

export interface PhraseHit extends Hit, Omit<Ranked, 'place'> {}

export function isPhrase(name: string): boolean {
  return /[#=]/.test(name)
}

export const withoutNumbers = (typed: string) => typed.replaceAll(NUMBER, ' # ')

const weightOf = ({ words }: Query) => words.filter(({ weight }) => weight === 1).length

/** Searches phrases with arguments: `half speed = 50`, `transpose down # = -#`, `loop bar # = #1 #1`. */
export class PhraseSearch {
  private readonly phrases: readonly Phrase[]
  private readonly index: RankIndex
  private lists: readonly ValueList[] = []

  constructor(
    named: readonly { readonly of: Offered; readonly names: readonly string[] }[],
    private readonly text: Words,
  ) {
    const read = named.flatMap(({ of, names }) =>
      names.map(name => {
        const [said = '', args] = name.split('=').map(part => part.trim())
        const numbers = said.match(/#/g) ?? []
        return {
          of,
          said,
          words: weightOf(readQuery(said, LEXICON)),
          args: args === undefined ? numbers : args.split(' '),
        }
      }),
    )
    this.phrases = read
    const entries = read.map(({ of, said }) => ({ id: of.command.id, texts: [], words: [said] }))
    this.index = new RankIndex(entries, undefined, LEXICON)
  }

  take(lists: readonly ValueList[]): void {
    this.lists = lists
  }

  search(typed: string): readonly PhraseHit[] {
    const numbers = (typed.match(NUMBER) ?? []).map(each => Number(each.replace(',', '.')))
    const said = withoutNumbers(typed)
    const query = readQuery(said, LEXICON)
    const words = weightOf(query)
    const { ranked } = this.index.best(query, this.index.marksOf(query))
    const found = new Map<string, PhraseHit>()
    for (const { place, score } of ranked) {
      const phrase = this.phrases[place]
      if (!phrase || phrase.words !== words) continue
      const hit = this.hitOf(phrase, numbers, score)
      const id = hit && `${hit.of.command.id} ${JSON.stringify(hit.args)}`
      if (hit && !found.has(id as string)) found.set(id as string, hit)
    }
    return [...found.values()]
  }

  private hitOf(
    { of, args: asked }: Phrase,
    numbers: readonly number[],
    score: number,
  ): PhraseHit | undefined {
    const given = [...numbers]
    const fields = argumentFields(of.command)
    const args: Record<string, unknown> = {}
    const labels: string[] = []
    for (const [at, field] of fields.entries()) {
      const expression = asked[at]
      if (expression === undefined) continue
      const number = expression === '#1' ? numbers[0] : expression.includes('#') ? given.shift() : undefined
      if (expression.includes('#') && number === undefined) return undefined
      if (expression === '#1') given.length = 0
      const written = number === undefined ? expression : String(meantNumber(expression, number))
      const reading = field.read(written)
      if (!('value' in reading)) return undefined
      args[field.name] = reading.value
      labels.push(this.labelOf(of, field.name, reading.value))
    }
    if (given.length > 0) return undefined
    const { source, title } = of.command
    return {
      ...{ of, args, labels, asks: labels.length < fields.length },
      name: titleWithValues(this.text.tm(source, title), fields, labels),
      ...{ score: rounded(score + FULL_MATCH), use: 0, length: 0 },
    }
  }

  private labelOf(of: Offered, name: string, value: unknown): string {
    const list = this.lists.find(each => each.of === of)
    const choices = list?.fields.find(({ field }) => field.name === name)?.choices
    const choice = choices?.find(each => each.value === value)
    return choice ? this.text.tm(of.command.source, choice.label) : String(value)
  }
}

function meantNumber(expression: string, number: number): number {
  if (expression === '-#') return -Math.abs(number)
  return expression === '#/100' ? number / 100 : number
}
