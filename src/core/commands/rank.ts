/** How well a text answers what was typed: exact > prefix > acronym > subsequence > one typo. */

export interface RankEntry {
  readonly id: string
  /** The texts it can be found by, the one shown first (its translated and its English title). */
  readonly texts: readonly string[]
}

interface Prepared {
  readonly entry: RankEntry
  readonly forms: readonly {
    readonly text: string
    readonly words: readonly string[]
    readonly acronym: string
  }[]
}

const EXACT = 6
const PREFIX = 5
const WORD_PREFIX = 4
const ACRONYM = 3
const SUBSEQUENCE = 2
const TYPO = 1

/** Lower case without diacritics: `Über` is found by `uber`. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

export function prepare(entries: readonly RankEntry[]): readonly Prepared[] {
  return entries.map(entry => ({
    entry,
    forms: entry.texts.map(title => {
      const text = fold(title)
      const words = text.split(/[^\p{L}\p{N}#]+/u).filter(word => word !== '')
      return { text, words, acronym: words.map(word => word[0]).join('') }
    }),
  }))
}

/**
 * The entries that answer `query`, best first.
 * @param weight how much an entry is used: decides among equals only
 */
export function rank(
  prepared: readonly Prepared[],
  query: string,
  weight: (id: string) => number,
): RankEntry[] {
  const wanted = fold(query.trim())
  const found: { entry: RankEntry; score: number; length: number; order: number }[] = []
  prepared.forEach(({ entry, forms }, order) => {
    let score = wanted === '' ? EXACT : 0
    for (const form of forms) score = Math.max(score, scoreOf(wanted, form))
    if (score > 0)
      found.push({ entry, score, length: wanted === '' ? 0 : (forms[0]?.text.length ?? 0), order })
  })
  found.sort(
    (a, b) =>
      b.score - a.score ||
      weight(b.entry.id) - weight(a.entry.id) ||
      a.length - b.length ||
      a.order - b.order,
  )
  return found.map(({ entry }) => entry)
}

function scoreOf(wanted: string, form: Prepared['forms'][number]): number {
  if (wanted === '') return 0
  if (form.text === wanted) return EXACT
  if (form.text.startsWith(wanted)) return PREFIX
  if (wordsStartWith(form.words, wanted)) return WORD_PREFIX
  if (wanted.length > 1 && form.acronym.startsWith(wanted)) return ACRONYM
  if (isSubsequence(wanted, form.text)) return SUBSEQUENCE
  if (wanted.length >= 4 && form.words.some(word => oneTypoApart(wanted, word))) return TYPO
  return 0
}

/** Every word typed begins a word of the text, in any order: `board free` finds *Free board*. */
function wordsStartWith(words: readonly string[], wanted: string): boolean {
  return wanted.split(/\s+/).every(part => words.some(word => word.startsWith(part)))
}

function isSubsequence(wanted: string, text: string): boolean {
  let at = 0
  for (const character of wanted) {
    if (character === ' ') continue
    at = text.indexOf(character, at) + 1
    if (at === 0) return false
  }
  return true
}

/** One letter wrong, missing, too many or two swapped, against the word or its beginning. */
export function oneTypoApart(typed: string, word: string): boolean {
  for (let cut = typed.length - 1; cut <= typed.length + 1; cut++) {
    if (cut <= word.length && withinOneEdit(typed, word.slice(0, cut))) return true
  }
  return false
}

function withinOneEdit(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let endA = a.length
  let endB = b.length
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--
    endB--
  }
  const [restA, restB] = [endA - start, endB - start]
  if (restA <= 1 && restB <= 1) return true
  return restA === 2 && restB === 2 && a[start] === b[start + 1] && a[start + 1] === b[start]
}
