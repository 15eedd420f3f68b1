import { countWhile } from '../../platform/ordered.js'
import type { Arguments } from '../command.js'
import { nearestTo } from './nearest.js'
import { type Offered, WHY_UNAVAILABLE, type Words } from './offered.js'
import { isPhrase, PhraseSearch, withoutNumbers } from './phrase-search.js'
import { inDigits, LEXICON, type Query, readQuery } from './query.js'
import { byRank, RankIndex } from './rank.js'
import { fold, splitWords } from './text-form.js'
import { choiceLabel, type ValueList } from './value-lists.js'
import { ValueSearch, type ValuesAsked } from './value-search.js'

export type CommandWords = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface Hit {
  readonly of: Offered
  readonly name: string
  readonly args?: Arguments
  /** Argument values, in the order of the prompts. */
  readonly labels?: readonly string[]
  readonly asks: boolean
}

export interface Answer {
  readonly hits: readonly Hit[]
  readonly total: number
  /** Message above the closest commands if the feature does not exist. */
  readonly note?: string
}

interface PaletteSearchParts {
  readonly offered: readonly Offered[]
  /** Matching commands that are currently unavailable. */
  readonly others?: readonly Offered[]
  readonly words: CommandWords
  readonly text: Words
  readonly uses?: ReadonlyMap<string, number>
}

/** Unknown words are only ignored in queries with at least this many known words. */
const MIN_KNOWN_WORDS = 2
const MOST_TRIED = 7
/** Score of an unavailable command; the same as for a title that starts with the query. */
const UNAVAILABLE = 24.5
/** Musical keys such as `f#m`, `C major` and `e minor scale`, which never match unavailable commands. */
const KEY = /(?<!\p{L})[a-h](?:[#♯b♭]|is|e?s)?(?:m|[ -]?(?:major|minor|dur|moll))(?: scale)?(?!\p{L})/giu

const isMeant = ({ weight }: { readonly weight: number }) => weight === 1

interface Asked extends ValuesAsked {
  readonly typed: string
  readonly most: number
}

interface Scored extends Answer {
  readonly best: number
}

export class PaletteSearch {
  private readonly index: RankIndex
  private readonly phrases: PhraseSearch
  private readonly commands: readonly Hit[]
  private values: ValueSearch | undefined
  private unavailable: ReadonlyMap<string, Hit> | undefined

  constructor(private readonly parts: PaletteSearchParts) {
    const { offered, words, text, uses } = parts
    this.commands = offered.map(of => ({ of, name: of.name, asks: of.asks }))
    const named = offered.map(of => ({ of, ...namesOf(of, words, text) }))
    const entries = named.map(({ of, texts, words }) => {
      const { id, source, description, asks = [], careful } = of.command
      const about = [of.section, description, ...asks.map(({ title }) => title)]
      return { id, texts, words, about: about.flatMap(said => (said ? text.tm(source, said) : [])), careful }
    })
    this.index = new RankIndex(entries, uses, LEXICON)
    this.phrases = new PhraseSearch(
      named.map(({ of, phrases }) => ({ of, names: phrases })),
      text,
    )
  }

  take(lists: readonly ValueList[]): void {
    const { offered, words, text } = this.parts
    const listed = lists.map(list => {
      const { texts, words: others } = namesOf(list.of, words, text)
      const title = text.tm(list.of.command.source, list.of.command.title)
      return { ...list, place: offered.indexOf(list.of), title, names: [...texts, ...others] }
    })
    this.values = new ValueSearch(listed, choiceLabel(text), LEXICON)
    this.phrases.take(lists)
  }

  search(typed: string, most: number): Answer {
    const query = readQuery(typed, LEXICON)
    const nearest = nearestTo(query)
    const digits = inDigits(typed)
    const named = this.bestOf(query, typed, most)
    const counted = digits === typed ? named : this.bestOf(readQuery(digits, LEXICON), digits, most)
    const answer = counted.best > named.best ? counted : named
    if (!nearest) return answer
    const first = nearest.commands.flatMap(id => this.commands.find(({ of }) => of.command.id === id) ?? [])
    const others = answer.hits.filter(({ of, args }) => args || first.every(each => each.of !== of))
    const hits = [...first, ...others].slice(0, most)
    return { hits, total: hits.length, note: this.parts.text.tm('core', nearest.says) }
  }

  private bestOf(query: Query, typed: string, most: number): Scored {
    const known: boolean[] = []
    const marks = this.index.marksOf(query, known)
    const read = this.values?.read(query) ?? []
    const answer = this.answer({ query, read, marks, known, typed, most })
    if (answer.total > 0) return answer
    const without = (left: (at: number) => boolean) => {
      const words = query.words.filter((_, at) => left(at))
      if (words.filter(isMeant).length < MIN_KNOWN_WORDS) return { best: 0, hits: [], total: 0 }
      const said = words.map(({ spellings }) => spellings[0]).join(' ')
      return this.answer({
        query: { ...query, words },
        read: read.filter((_, at) => left(at)),
        marks: marks.filter((_, at) => left(at)),
        ...{ known: [], typed: said, most },
      })
    }
    const meant = query.words.flatMap((word, at) => (known[at] && isMeant(word) ? at : []))
    const all = without(at => known[at] === true)
    if (all.total > 0 || meant.length <= MIN_KNOWN_WORDS || meant.length > MOST_TRIED) return all
    return meant
      .map(one => without(at => known[at] === true && at !== one))
      .reduce((best, each) => (each.best > best.best ? each : best), all)
  }

  private answer({ query, read, marks, known, typed, most }: Asked) {
    const { ranked, total } = this.index.best(query, marks, most)
    const [word, ...others] = query.words
    const isLetter = others.length === 0 && (word?.spellings[0]?.length ?? 0) < 2
    const phrases = isLetter ? [] : this.phrases.search(typed)
    const isSaid = ({ of, args }: Hit) =>
      phrases.some(hit => hit.of === of && JSON.stringify(hit.args) === JSON.stringify(args))
    const values = isLetter
      ? []
      : (this.values?.search({ query, read, marks, known }) ?? []).filter(hit => !isSaid(hit))
    const hitAt = (place: number) => this.commands[place] as Hit
    // Too many titles contain a given letter, so list only titles that start with it, most used first.
    const found = isLetter
      ? ranked
          .filter(({ place }) => fold(hitAt(place).name).startsWith(word?.spellings[0] ?? ''))
          .sort((a, b) => b.use - a.use || a.length - b.length)
      : ranked
    const more = [...phrases, ...values]
    const best = more.length === 0 ? [...found] : [...found, ...more].sort(byRank)
    const [first] = best
    const only = first && 'place' in first ? more.filter(({ of }) => of === hitAt(first.place).of) : []
    // Prefer a value if it is the only match: `mute bass` mutes the track named Bass.
    if (only[0] && only.length === 1) best.unshift(...best.splice(best.indexOf(only[0]), 1))
    const score = first?.score ?? 0
    const hidden = isLetter ? undefined : this.unavailableFor(typed)
    const hits = best.slice(0, most).map(each => ('place' in each ? hitAt(each.place) : each))
    if (hidden)
      hits.splice(
        countWhile(best.length, at => (best[at]?.score ?? 0) >= UNAVAILABLE),
        0,
        hidden,
      )
    return {
      hits,
      total: total + more.length + (hidden ? 1 : 0),
      best: hidden ? Math.max(score, UNAVAILABLE) : score,
    }
  }

  private unavailableFor(typed: string): Hit | undefined {
    const { unavailable } = this
    const said = typed.replace(KEY, ' scale ')
    const { phrases, cores } = readQuery(withoutNumbers(said), LEXICON)
    this.unavailable = unavailable ?? this.everyUnavailable()
    for (const phrase of [...readQuery(typed, LEXICON).phrases, ...phrases, ...cores]) {
      const hit = this.unavailable.get(phrase)
      if (hit) return hit
    }
    return undefined
  }

  private everyUnavailable(): ReadonlyMap<string, Hit> {
    const { offered, others = [], words, text } = this.parts
    const why = offered.find(({ command }) => command.id === WHY_UNAVAILABLE)
    const hits = new Map<string, Hit>()
    if (!why) return hits
    for (const of of others) {
      const { id, source, title } = of.command
      const command = text.tm(source, title)
      const hit = {
        ...{ of: why, args: { command: id }, labels: [command], asks: false },
        name: text.t('{{command}}: not available here', { command }),
      }
      const { texts, words: names, phrases } = namesOf(of, words, text)
      for (const name of [...texts, ...names, ...phrases.map(phrase => phrase.split('=')[0] ?? '')])
        for (const phrase of readQuery(name, LEXICON).phrases) if (!hits.has(phrase)) hits.set(phrase, hit)
    }
    return hits
  }
}

function namesOf(
  { command: { id, source, title, english = title, words: more } }: Offered,
  words: CommandWords,
  { tm }: Words,
) {
  const others = [...Object.values(words[id] ?? {}), more && tm(source, more), more]
  const names = others.flatMap(splitWords)
  return {
    texts: [...new Set([tm(source, title), english])],
    words: names.filter(name => !isPhrase(name)),
    phrases: [...new Set(names.filter(isPhrase))],
  }
}
