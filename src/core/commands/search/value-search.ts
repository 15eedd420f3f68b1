import { joinedKey } from '../../../music/guitar/note-names.js'
import type { ArgumentField } from '../argument-fields.js'
import type { Hit } from './palette-search.js'
import { type Lexicon, phrasesOf, type Query, type QueryWord } from './query.js'
import { byRank, type RankEntry, type Ranked, RankIndex, rounded, type WordMarks } from './rank.js'
import { splitWords, wordsOf } from './text-form.js'
import type { ChoiceLabel, ListedField, ValueList } from './value-lists.js'

export interface ValueHit extends Hit, Omit<Ranked, 'place'> {
  readonly args: Readonly<Record<string, unknown>>
}

interface NamedList extends ValueList {
  readonly place: number
  readonly title: string
  readonly names: readonly string[]
}

interface SearchedField extends ListedField {
  readonly from: number
  readonly group: number
  readonly labels: readonly string[]
  readonly phrases: readonly (readonly string[])[]
  readonly called: ReadonlySet<string>
}

interface SearchedList extends NamedList {
  readonly fields: readonly SearchedField[]
  readonly called: ReadonlySet<string>
}

interface Reading {
  readonly query: Query
  readonly read: readonly WordMarks[]
  readonly own: readonly number[]
  readonly apart?: QueryWord
}

export interface ValuesAsked extends Pick<Reading, 'query' | 'read'> {
  readonly marks: readonly Uint8Array[]
  readonly known: boolean[]
}

interface Meant {
  readonly value: unknown
  readonly label: string
  readonly marks: readonly number[]
  readonly whole: number
  readonly place: number
}

const NUMBER = 20
/** Minimum score for a single letter, which must match a whole word. */
const WHOLE_WORD = 17
const WHOLE = 8
const WHOLE_NUMBER = 4
const CALLED = 4
/**
 * Penalty for omitting most of the command's name: `position 5` should not find `Send the pan position: 5`.
 */
const NAME_OMITTED = 6
const RARE = 3
const ASSUMED = 3
const ASKED = 4
/** Penalty for reading one word, such as `am`, as two values. */
const WORD_SPLIT = 2
const TRIED = 40

/** Settings rank lower. Users rarely search for them by value. */
const isSetting = (id: string) => id.includes('.settings-')

export class ValueSearch {
  private readonly lists: readonly SearchedList[]
  private readonly index: RankIndex

  constructor(lists: readonly NamedList[], label: ChoiceLabel, lexicon: Lexicon) {
    const entries: RankEntry[] = []
    this.lists = lists.map(list => ({
      ...list,
      fields: list.fields.map(listed =>
        searched(listed, list.of.command.source, { label, lexicon, entries }),
      ),
      called: new Set(list.names.flatMap(name => phrasesOf(wordsOf(name), lexicon).cores)),
    }))
    this.index = new RankIndex(entries)
  }

  read(query: Query): readonly WordMarks[] {
    return this.index.read(query)
  }

  /** @param known for each word, whether it matches exactly */
  search({ query, read, marks, known }: ValuesAsked): readonly ValueHit[] {
    const found = new Map<string, ValueHit>()
    const hasNumber = query.words.some(({ number }) => number !== undefined)
    for (const list of this.lists) {
      if (!hasNumber && list.fields.every(({ choices }) => !choices)) continue
      const own = query.words.map((word, at) => meaning(word, marks[at]?.[list.place]))
      let isRead = false
      for (const reading of this.readings(list.fields, { query, read, own })) {
        // In this query, `am` is a key, not a German preposition.
        if (isRead && !reading.apart) break
        const options = optionsOf(list.fields, reading, reading.apart ? [] : known)
        for (const chosen of combinations(options, reading.own)) {
          const hit = hitOf(list, chosen, reading)
          if (!hit) continue
          isRead ||= reading.apart?.weight === 0
          const id = `${hit.of.command.id} ${JSON.stringify(hit.args)}`
          const other = found.get(id)
          if (!other || byRank(hit, other) < 0) found.set(id, hit)
        }
      }
    }
    return [...found.values()]
  }

  private readings(fields: readonly SearchedField[], reading: Reading): readonly Reading[] {
    const { query, read, own } = reading
    if (fields.length < 2) return [reading]
    const all: Reading[] = []
    for (const [at, word] of query.words.entries()) {
      const halves = halvesOf(fields, word.spellings[0] ?? '')
      if (!halves) continue
      const words = halves.map(half => ({ spellings: [half], weight: 1, number: undefined }))
      all.push({
        query: { ...query, words: query.words.toSpliced(at, 1, ...words) },
        read: read.toSpliced(at, 1, ...this.index.read({ words })),
        own: own.toSpliced(at, 1, 0, 0),
        apart: word,
      })
    }
    return [...all, reading]
  }
}

function hitOf(
  { of, title, fields, called }: SearchedList,
  chosen: readonly (Meant | undefined)[],
  { query: { words }, own, apart }: Reading,
): ValueHit | undefined {
  let [sum, weights] = [0, 0]
  const others: string[] = []
  for (const [at, { weight, spellings }] of words.entries()) {
    let named = 0
    for (const meant of chosen) named = Math.max(named, meant?.marks[at] ?? 0)
    const mark = Math.max(named, own[at] ?? 0)
    if (mark === 0 && weight === 1) return undefined
    // A verb has full weight if it is part of a value, like `open` in “Open G”.
    const counted = named > 0 ? 1 : weight
    if (named === 0 && weight === 1) others.push(spellings[0] ?? '')
    sum += mark * counted
    weights += counted
  }
  const isCalled = called.has(others.join(' '))
  const { careful, id } = of.command
  if (careful && !isCalled) return undefined
  if (others.length === 0 && fields.some(({ field }, at) => field.open && chosen[at])) return undefined
  let score = sum / weights + Math.min(...chosen.map(meant => meant?.whole ?? WHOLE))
  // Each additional word lowers the score, so that `E power chord` finds E5 rather than E.
  if (fields.some(({ choices }) => choices)) score -= Math.max(0, others.length - 1)
  if (isCalled) score += CALLED
  else if (fields.some(({ choices }, at) => !choices && chosen[at])) score -= NAME_OMITTED
  if (isSetting(id)) score -= RARE
  if (apart) score -= WORD_SPLIT
  const args: Record<string, unknown> = {}
  const labels: string[] = []
  for (const [at, field] of fields.entries()) {
    const assumed = chosen[at] ? undefined : assumedOf(field)
    const taken = chosen[at] ?? assumed
    if (!chosen[at]) score -= assumed ? ASSUMED : ASKED
    if (!taken) continue
    args[field.field.name] = taken.value
    labels.push(taken.label)
  }
  return {
    ...{
      of,
      args,
      labels,
      asks: labels.length < fields.length,
      name: titleWithValues(
        title,
        fields.map(({ field }) => field),
        labels,
      ),
    },
    ...{ score: rounded(score), use: 0 },
    length: Math.max(...chosen.map(meant => meant?.place ?? 0)),
  }
}

function assumedOf({ field: { assumed }, choices, labels }: SearchedField) {
  const current = choices?.findIndex(choice => choice.current) ?? -1
  if (current >= 0) return { value: choices?.[current]?.value, label: labels[current] ?? '' }
  return assumed === undefined ? undefined : { value: assumed, label: String(assumed) }
}

function halvesOf(fields: readonly SearchedField[], word: string): readonly [string, string] | undefined {
  for (let cut = 1; cut < word.length; cut++) {
    const [first, second] = [word.slice(0, cut), word.slice(cut)]
    const one = fields.findIndex(({ called }) => called.has(first))
    if (one >= 0 && fields.slice(one + 1).some(({ called }) => called.has(second))) return [first, second]
  }
  return undefined
}

function optionsOf(fields: readonly SearchedField[], reading: Reading, known: boolean[]) {
  const { own } = reading
  const { words } = reading.query
  const named = words.some(({ number }, at) => number === undefined && (own[at] ?? 0) > 0)
  const numbers = words.flatMap(({ number }, at) =>
    named && number !== undefined && own[at] === 0 ? at : [],
  )
  const numeric = fields.filter(({ choices }) => !choices)
  let missing = numeric.length - numbers.length
  return fields.map(listed => {
    if (listed.choices) return meantOf(listed, reading, known)
    if (missing > 0 && listed.field.assumed !== undefined) {
      missing--
      return []
    }
    const at = numbers.shift()
    const read = at === undefined ? undefined : listed.field.read(words[at]?.spellings[0] ?? '')
    if (!read || !('value' in read)) return []
    const marks = words.map((_, word) => (word === at ? NUMBER : 0))
    return [{ value: read.value, label: String(read.value), marks, whole: WHOLE_NUMBER, place: 0 }]
  })
}

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
    if (!meant.marks.some((mark, word) => mark > 0 && mark >= (sofar[word] ?? 0))) continue
    const higher = sofar.map((mark, word) => Math.max(mark, meant.marks[word] ?? 0))
    yield* combinations(others, higher, [...chosen, meant])
  }
  yield* combinations(others, sofar, [...chosen, undefined])
}

/** Returns a command's title with its values: `Show frets from 5 to 9`, `Choose scale: A Minor`. */
export function titleWithValues(
  title: string,
  fields: readonly Pick<ArgumentField, 'name' | 'numeric'>[],
  labels: readonly string[],
): string {
  const holes = title.split('…')
  if (holes.length > labels.length && holes.at(-1) !== '')
    return holes.map((part, at) => part + (labels[at] ?? (at < holes.length - 1 ? '…' : ''))).join('')
  const name = title.replace(/\s*…$/, '')
  const [from, to] = fields.map(field => field.name)
  if (from === 'from' && to === 'to' && labels.length === 2) return `${name} ${labels.join('–')}`
  const numeric = fields.every(field => field.numeric)
  return `${name}: ${numeric ? labels.join(', ') : joinedKey(labels.join(' '))}`
}

/** Requires exact matches for single letters and articles: `d` does not match `der`. */
function meaning({ spellings, weight }: QueryWord, mark = 0): number {
  const short = spellings[0]?.length === 1 || weight === 0
  return short && mark < WHOLE_WORD ? 0 : mark
}

function meantOf(
  { field, choices = [], from, group, labels, phrases }: SearchedField,
  { query: { words }, read, own }: Reading,
  known: boolean[],
): Meant[] {
  if (choices.length === 0) return []
  const rows = read.map(({ marks, found, typos }, at) => {
    if (found[group] !== 1) return known[at] ? undefined : typos()
    known[at] = true
    return marks
  })
  const found: { readonly meant: Meant; readonly sum: number }[] = []
  for (const [place, choice] of choices.entries()) {
    if (rows.every(row => !row?.[from + place])) continue
    let sum = 0
    const marks = words.map((word, at) => {
      const mark = meaning(word, rows[at]?.[from + place])
      // German `Bassspur` (bass track) should find a track, not the command.
      if (mark + (field.numeric ? 1 : 0) <= (own[at] ?? 0)) return 0
      sum += mark
      return mark
    })
    if (sum === 0) continue
    const typed = [marks, rows.map(row => row?.[from + place])].map(meant =>
      words.flatMap(({ spellings }, at) => (meant[at] ? spellings[0] : [])).join(' '),
    )
    const whole = phrases[place]?.some(phrase => typed.includes(phrase)) ? WHOLE : 0
    const label = labels[place] ?? ''
    found.push({ meant: { value: choice.value, label, marks, whole, place }, sum: sum + whole })
  }
  return found
    .sort((a, b) => b.sum - a.sum)
    .slice(0, TRIED)
    .map(({ meant }) => meant)
}

interface Searching {
  readonly label: ChoiceLabel
  readonly lexicon: Lexicon
  readonly entries: RankEntry[]
}

function searched(
  listed: ListedField,
  source: string,
  { label, lexicon, entries: all }: Searching,
): SearchedField {
  const { choices } = listed
  const [from, group] = [all.length, (all.at(-1)?.group ?? -1) + 1]
  if (!choices) return { ...listed, from, group, labels: [], phrases: [], called: new Set() }
  const labels = choices.map(choice => label(source, choice))
  const entries = choices.map(({ label: english, words }, at) => ({
    id: String(at),
    texts: [...new Set([labels[at] ?? '', english])],
    words: splitWords(words),
    group,
  }))
  all.push(...entries)
  const said = (text: string) => {
    const spelled = wordsOf(text)
    return { spelled, all: spelled.map(([word]) => word).join(' ') }
  }
  // `As` and `Des` are German note names here, not articles.
  const phrases = entries.map(({ texts, words }) => [
    ...texts.flatMap(text => phrasesOf(said(text).spelled, lexicon).phrases),
    ...[...texts, ...words].map(text => said(text).all),
  ])
  return { ...listed, from, group, labels, phrases, called: new Set(phrases.flat()) }
}
