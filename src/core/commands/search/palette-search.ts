import type { Arguments } from '../command.js'
import type { Offered, Words } from './offered.js'
import { LEXICON, type Query, readQuery } from './query.js'
import { byRank, RankIndex } from './rank.js'
import { splitWords } from './text-form.js'
import { choiceLabel, type ValueList } from './value-lists.js'
import { ValueSearch } from './value-search.js'

export type CommandWords = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface Hit {
  readonly of: Offered
  readonly name: string
  readonly args?: Arguments
  /** Of the arguments, in the order of its questions. */
  readonly labels?: readonly string[]
  readonly asks: boolean
}

export interface Answer {
  readonly hits: readonly Hit[]
  readonly total: number
}

interface PaletteSearchParts {
  readonly offered: readonly Offered[]
  readonly words: CommandWords
  readonly text: Words
  readonly uses?: ReadonlyMap<string, number>
}

/** Unknown words are ignored only if so many are known. */
const FEWEST_KNOWN = 2

export class PaletteSearch {
  private readonly index: RankIndex
  private readonly commands: readonly Hit[]
  private values: ValueSearch | undefined

  constructor(private readonly parts: PaletteSearchParts) {
    const { offered, words, text, uses } = parts
    this.commands = offered.map(of => ({ of, name: of.name, asks: of.asks }))
    const entries = offered.map(of => {
      const { id, source, description, asks = [], careful } = of.command
      const about = [of.section, description, ...asks.map(({ title }) => title)]
      return {
        id,
        ...namesOf(of, words, text),
        about: about.flatMap(said => (said ? text.tm(source, said) : [])),
        careful,
      }
    })
    this.index = new RankIndex(entries, uses, LEXICON)
  }

  take(lists: readonly ValueList[]): void {
    const { offered, words, text } = this.parts
    const listed = lists.map(list => {
      const { texts, words: others } = namesOf(list.of, words, text)
      const title = text.tm(list.of.command.source, list.of.command.title)
      return { ...list, place: offered.indexOf(list.of), title, names: [...texts, ...others] }
    })
    this.values = new ValueSearch(listed, choiceLabel(text), LEXICON)
  }

  search(typed: string, most: number): Answer {
    const query = readQuery(typed, LEXICON)
    const known: boolean[] = []
    const answer = this.answer(query, known, most)
    if (answer.total > 0) return answer
    const words = query.words.filter((_, at) => known[at])
    if (words.filter(({ weight }) => weight === 1).length < FEWEST_KNOWN) return answer
    return this.answer({ ...query, words }, [], most)
  }

  private answer(query: Query, known: boolean[], most: number): Answer {
    const marks = this.index.marksOf(query, known)
    const { ranked, total } = this.index.best(query, marks, most)
    const [first, ...others] = query.words
    const isLetter = others.length === 0 && (first?.spellings[0]?.length ?? 0) < 2
    const values = isLetter ? [] : (this.values?.search(query, marks, known) ?? [])
    const best = ranked.map(found => ({ ...found, ...(this.commands[found.place] as Hit) }))
    const hits = values.length === 0 ? best : [...best, ...values].sort(byRank)
    return { hits: hits.slice(0, most), total: total + values.length }
  }
}

function namesOf(
  { command: { id, source, title, english = title, words: more } }: Offered,
  words: CommandWords,
  { tm }: Words,
) {
  const others = [...Object.values(words[id] ?? {}), more && tm(source, more), more]
  return { texts: [...new Set([tm(source, title), english])], words: others.flatMap(splitWords) }
}
