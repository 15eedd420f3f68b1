/** Finds commands together with their arguments: each typed word means the command, one of its values, or a number. */
import type { Lexicon } from './lexicon.js'
import type { Offered } from './offered.js'
import { phrasesOf, type Query } from './query.js'
import { orderKey, RankIndex, stepsOf } from './rank.js'
import { splitWords } from './split-words.js'
import { wordsOf } from './text-form.js'
import type { ChoiceLabel, ListedField, ValueList } from './value-lists.js'

export interface ValueHit {
  readonly of: Offered
  readonly args: Readonly<Record<string, unknown>>
  /** What it still asks for: not all of its arguments were named. */
  readonly asks: boolean
  /** `Choose tuning: Drop D` */
  readonly name: string
  readonly key: number
}

interface SearchedField extends ListedField {
  readonly index: RankIndex | undefined
  readonly labels: readonly string[]
  /** What a choice is called as a whole, its label first. */
  readonly phrases: readonly (readonly string[])[]
}

interface SearchedList {
  readonly of: Offered
  /** Its place among the commands. */
  readonly place: number
  readonly fields: readonly SearchedField[]
}

/** A value that is meant by some of the words. */
interface Meant {
  readonly value: unknown
  readonly label: string
  /** How well by each word; 0 where it is not. */
  readonly marks: readonly number[]
  /** Added for a value that is named from beginning to end. */
  readonly whole: number
}

const NUMBER = 20
/** A word that is written like this; what only begins like a single letter is not meant by it. */
const WRITTEN_OUT = 17
const WHOLE_LABEL = 8
const WHOLE_OTHER = 7
const WHOLE_NUMBER = 8
/** Subtracted for a value that was not named. */
const ASSUMED = 1
const ASKED = 4
/** Of one argument, so many values are tried together with those of the others. */
const TRIED = 40

export class ValueSearch {
  private readonly lists: readonly SearchedList[]

  constructor(
    offered: readonly Offered[],
    lists: readonly ValueList[],
    label: ChoiceLabel,
    private readonly titleOf: (of: Offered) => string,
    lexicon: Lexicon,
  ) {
    this.lists = lists.map(({ of, fields }) => ({
      of,
      place: offered.indexOf(of),
      fields: fields.map(listed => searched(listed, of.command.source, label, lexicon)),
    }))
  }

  /**
   * @param marks how well each word means each command
   * @param known the words that mean something as they are written
   */
  search(query: Query, marks: readonly Uint8Array[], known: boolean[]): readonly ValueHit[] {
    const found = new Map<string, ValueHit>()
    for (const list of this.lists) {
      const own = marks.map(each => each[list.place] ?? 0)
      const options = optionsOf(list.fields, query, own, known)
      for (const chosen of combinations(options, own)) {
        const hit = this.hitOf(list, chosen, query, own)
        if (!hit) continue
        // Two ways to mean the same.
        const id = `${hit.of.command.id} ${JSON.stringify(hit.args)}`
        const other = found.get(id)
        if (!other || hit.key < other.key) found.set(id, hit)
      }
    }
    return [...found.values()].sort((a, b) => a.key - b.key)
  }

  /** Undefined where a word that has to be found means neither the command nor one of the values. */
  private hitOf(
    { of, fields }: SearchedList,
    chosen: readonly (Meant | undefined)[],
    { words }: Query,
    own: readonly number[],
  ): ValueHit | undefined {
    let [sum, weights] = [0, 0]
    for (const [at, { weight }] of words.entries()) {
      const named = Math.max(0, ...chosen.map(meant => meant?.marks[at] ?? 0))
      const mark = Math.max(named, own[at] ?? 0)
      if (mark === 0 && weight === 1) return undefined
      // A verb that names a value isn’t a verb: `open` of "Open G".
      const counted = named > 0 ? 1 : weight
      sum += mark * counted
      weights += counted
    }
    let score = sum / weights + Math.min(...chosen.map(meant => meant?.whole ?? WHOLE_LABEL))
    const args: Record<string, unknown> = {}
    const labels: string[] = []
    for (const [at, { field, choices, labels: names }] of fields.entries()) {
      const current = choices?.findIndex(choice => choice.current) ?? -1
      const assumed =
        current >= 0
          ? { value: choices?.[current]?.value, label: names[current] ?? '' }
          : field.assumed !== undefined && { value: field.assumed, label: String(field.assumed) }
      const taken = chosen[at] ?? assumed
      if (!chosen[at]) score -= assumed ? ASSUMED : ASKED
      if (!taken) continue
      args[field.name] = taken.value
      labels.push(taken.label)
    }
    const numeric = fields.every(({ choices }) => !choices)
    const name = nameOf(this.titleOf(of), labels, numeric ? ', ' : ' ')
    const asks = labels.length < fields.length
    return { of, args, asks, name, key: orderKey(Math.max(1, stepsOf(score)), 0, name.length) }
  }
}

/** For each argument, what can be meant by the words. */
function optionsOf(
  fields: readonly SearchedField[],
  query: Query,
  own: readonly number[],
  known: boolean[],
): readonly (readonly Meant[])[] {
  const { words } = query
  const named = words.some(({ number }, at) => number === undefined && (own[at] ?? 0) > 0)
  const numbers = words.flatMap(({ number }, at) =>
    named && number !== undefined && own[at] === 0 ? at : [],
  )
  const numeric = fields.filter(({ choices }) => !choices)
  // The first ones are assumed where there are not enough numbers for all.
  let missing = numeric.length - numbers.length
  return fields.map(listed => {
    if (listed.choices) return meantOf(listed, query, own, known)
    if (missing > 0 && listed.field.assumed !== undefined) {
      missing--
      return []
    }
    const at = numbers.shift()
    const reading = at === undefined ? undefined : listed.field.read(words[at]?.spellings[0] ?? '')
    if (!reading || !('value' in reading)) return []
    const marks = words.map((_, word) => (word === at ? NUMBER : 0))
    return [{ value: reading.value, label: String(reading.value), marks, whole: WHOLE_NUMBER }]
  })
}

/** One value, or none, of each argument; each of them means a word better than the others do. */
function* combinations(
  options: readonly (readonly Meant[])[],
  sofar: readonly number[],
  chosen: readonly (Meant | undefined)[] = [],
): Generator<readonly (Meant | undefined)[]> {
  const [values, ...others] = options
  if (!values) {
    if (chosen.some(meant => meant !== undefined)) yield chosen
    return
  }
  for (const meant of values) {
    if (!meant.marks.some((mark, word) => mark > (sofar[word] ?? 0))) continue
    const higher = sofar.map((mark, word) => Math.max(mark, meant.marks[word] ?? 0))
    yield* combinations(others, higher, [...chosen, meant])
  }
  yield* combinations(others, sofar, [...chosen, undefined])
}

/** `Show frets from 0 to 12`, `Loop bars: 5, 8`, `Choose scale: A Minor` */
function nameOf(title: string, labels: readonly string[], between: string): string {
  const holes = title.split('…')
  if (holes.length === labels.length + 1 && labels.length > 1)
    return holes.map((part, at) => part + (labels[at] ?? '')).join('')
  return `${title.replace(/\s*…$/, '')}: ${labels.join(between)}`
}

/** The values that some of the words mean better than the command itself, the best first. */
function meantOf(
  { choices = [], index, labels, phrases }: SearchedField,
  query: Query,
  own: readonly number[],
  known: boolean[],
): Meant[] {
  if (!index) return []
  const { words } = query
  const rows = index.marksOf(query, known)
  const found: { readonly meant: Meant; readonly sum: number }[] = []
  for (const [place, choice] of choices.entries()) {
    let sum = 0
    const marks = words.map(({ spellings, weight }, at) => {
      const mark = rows[at]?.[place] ?? 0
      const short = spellings[0]?.length === 1 || weight === 0
      const counts = mark > (own[at] ?? 0) && (!short || mark >= WRITTEN_OUT)
      if (counts) sum += mark
      return counts ? mark : 0
    })
    if (sum === 0) continue
    const typed = words.flatMap(({ spellings }, at) => (marks[at] ? spellings[0] : [])).join(' ')
    const at = phrases[place]?.indexOf(typed) ?? -1
    const whole = at < 0 ? 0 : at === 0 ? WHOLE_LABEL : WHOLE_OTHER
    found.push({ meant: { value: choice.value, label: labels[place] ?? '', marks, whole }, sum: sum + whole })
  }
  return found
    .sort((a, b) => b.sum - a.sum)
    .slice(0, TRIED)
    .map(({ meant }) => meant)
}

function searched(listed: ListedField, source: string, label: ChoiceLabel, lexicon: Lexicon): SearchedField {
  const { choices } = listed
  if (!choices) return { ...listed, index: undefined, labels: [], phrases: [] }
  const labels = choices.map(choice => label(source, choice))
  const entries = choices.map(({ label: english, words }, at) => ({
    id: String(at),
    texts: [...new Set([labels[at] ?? '', english])],
    words: splitWords(words),
  }))
  return {
    ...listed,
    labels,
    index: new RankIndex(entries),
    phrases: entries.map(({ texts, words }) =>
      [...texts, ...words].flatMap(text => phrasesOf(wordsOf(text), lexicon).phrases),
    ),
  }
}
