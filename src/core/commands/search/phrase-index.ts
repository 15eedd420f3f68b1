/** Texts as a whole, in order: which entries are called what was typed, or begin with it. */
import type { Query } from './query.js'

/** How much more a text means that is what was typed; by whether it is what else an entry is called. */
export const WHOLE = [12, 9] as const
/** The same but for its verbs. */
export const CORE = [7, 6] as const
const BEGINNING = [4, 2] as const

export interface Phrase {
  readonly entry: number
  readonly whole: string
  readonly core: string
  /** Of what else it is called. */
  readonly other: boolean
}

export class PhraseIndex {
  private readonly byText: readonly Phrase[]
  private readonly byCore = new Map<string, Phrase[]>()

  constructor(
    private readonly entries: number,
    phrases: readonly Phrase[],
  ) {
    this.byText = [...phrases].sort((a, b) => (a.whole < b.whole ? -1 : a.whole > b.whole ? 1 : 0))
    for (const phrase of phrases) {
      const alike = this.byCore.get(phrase.core)
      if (alike) alike.push(phrase)
      else this.byCore.set(phrase.core, [phrase])
    }
  }

  /** By entry, what is added for a text that is what was typed, or begins with it. */
  bonusOf({ phrases, cores }: Query): Uint8Array {
    const bonus = new Uint8Array(this.entries)
    const raise = ({ entry, other }: Phrase, by: readonly [number, number]) => {
      const more = by[other ? 1 : 0]
      if (more > (bonus[entry] ?? 0)) bonus[entry] = more
    }
    for (const typed of phrases) {
      for (let at = this.firstFrom(typed); at < this.byText.length; at++) {
        const phrase = this.byText[at] as Phrase
        if (!phrase.whole.startsWith(typed)) break
        raise(phrase, phrase.whole.length === typed.length ? WHOLE : BEGINNING)
      }
    }
    for (const core of cores) for (const phrase of this.byCore.get(core) ?? []) raise(phrase, CORE)
    return bonus
  }

  /** Of the first text that is not before this one. */
  private firstFrom(text: string): number {
    let [from, to] = [0, this.byText.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((this.byText[middle] as Phrase).whole < text) from = middle + 1
      else to = middle
    }
    return from
  }
}
