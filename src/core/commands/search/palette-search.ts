/** What answers a text in the palette: commands, and commands with the values that it names. The same in every host. */
import type { Arguments } from '../command.js'
import { readLexicon } from './lexicon.js'
import table from './lexicon.json' with { type: 'json' }
import type { Offered } from './offered.js'
import { type Query, readQuery } from './query.js'
import { type RankEntry, RankIndex } from './rank.js'
import type { Words } from './section-of.js'
import { splitWords } from './split-words.js'
import { choiceLabel, type ValueList } from './value-lists.js'
import { ValueSearch } from './value-search.js'

/** By command id, what else it is looked for by: in each language, with commas between. */
export type CommandWords = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface Hit {
  readonly of: Offered
  readonly name: string
  /** Those that the text names; undefined for the command alone. */
  readonly args?: Arguments
  readonly asks: boolean
}

export interface Answer {
  readonly hits: readonly Hit[]
  /** How many there are, also where not all of them are listed. */
  readonly total: number
}

interface PaletteSearchParts {
  readonly offered: readonly Offered[]
  readonly words: CommandWords
  readonly text: Words
  /** How much each command is used: decides among equals. */
  readonly uses?: ReadonlyMap<string, number>
}

const LEXICON = readLexicon(table)

/** One letter is begun by every second value: the commands are enough for it. */
const LETTERS = 2

/** So many words have to mean something before others are passed over. */
const FEWEST_KNOWN = 2

export class PaletteSearch {
  private readonly commands: RankIndex
  private readonly entries: readonly RankEntry[]
  private readonly hits: readonly Hit[]
  private values: ValueSearch | undefined

  constructor(private readonly parts: PaletteSearchParts) {
    const { offered, words, text, uses } = parts
    this.hits = offered.map(of => ({ of, name: of.name, asks: of.asks }))
    this.entries = offered.map(
      ({
        command: { id, source, title, english = title, words: more, description, asks = [], careful },
        section,
      }) => ({
        id,
        texts: [...new Set([text.tm(source, title), english])],
        words: [
          ...Object.values(words[id] ?? {}).flatMap(splitWords),
          ...splitWords(more && text.tm(source, more)),
          ...splitWords(more),
        ],
        about: [section, description, ...asks.map(({ title }) => title)].flatMap(said =>
          said ? text.tm(source, said) : [],
        ),
        careful,
      }),
    )
    this.commands = new RankIndex(this.entries, uses, LEXICON)
  }

  /** The values that commands can have, once they are listed. */
  take(lists: readonly ValueList[]): void {
    const { offered, text } = this.parts
    const titleOf = ({ command }: Offered) => text.tm(command.source, command.title)
    const namesOf = (place: number) => {
      const { texts = [], words = [] } = this.entries[place] ?? {}
      return [...texts, ...words]
    }
    this.values = new ValueSearch(offered, lists, choiceLabel(text), titleOf, namesOf, LEXICON)
  }

  /** @param most how many of the best are listed */
  search(typed: string, most: number): Answer {
    const query = readQuery(typed, LEXICON)
    const known: boolean[] = []
    const answer = this.answer(query, known, most)
    if (answer.total > 0) return answer
    // Of several words, one that means nothing here is passed over.
    const words = query.words.filter((_, at) => known[at])
    if (words.filter(({ weight }) => weight === 1).length < FEWEST_KNOWN) return answer
    return this.answer({ ...query, words }, [], most)
  }

  private answer(query: Query, known: boolean[], most: number): Answer {
    const marks = this.commands.marksOf(query, known)
    const commands = this.commands.best(query, marks, most)
    const short =
      query.words.every(({ spellings }) => (spellings[0]?.length ?? 0) < LETTERS) && query.words.length < 2
    const values = short ? [] : (this.values?.search(query, marks, known) ?? [])
    const hits: Hit[] = []
    let next = 0
    for (const [index, place] of commands.places.entries()) {
      const key = commands.keys[index] ?? 0
      for (let value = values[next]; value && value.key < key; value = values[++next]) hits.push(value)
      hits.push(this.hits[place] as Hit)
    }
    hits.push(...values.slice(next))
    return { hits: hits.slice(0, most), total: commands.count + values.length }
  }
}
