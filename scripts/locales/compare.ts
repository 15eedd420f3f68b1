// Compares what the sources say with what a language's file holds: missing, unused, differently parameterised.
import type { Phrase, SourceProblem } from './source-keys.js'

/** One `locales/<language>.json`: English sentence → sentence. */
export interface LocaleFile {
  readonly language: string
  readonly file: string
  readonly text: string
}

export interface Comparison {
  readonly phrases: readonly Phrase[]
  readonly locale: LocaleFile
  /** Entries that another area's file already has in this language. */
  readonly saidElsewhere?: ReadonlySet<string>
  /** Sentences of core, which an area may translate too where it is the one that shows them. */
  readonly borrowed?: readonly Phrase[]
}

/** English is the key itself and needs entries for plurals only. */
const SOURCE_LANGUAGE = 'en'

/** The names of `{{name}}` in a sentence, sorted; a format after a comma is not part of the name. */
export function parametersOf(sentence: string): readonly string[] {
  const names = [...sentence.matchAll(/\{\{\s*-?\s*([^},\s]+)[^}]*\}\}/g)].map(match => match[1] ?? '')
  return [...new Set(names)].sort()
}

/** The plural endings that a language has, for counting (not ordering): `one`, `other` in German. */
function pluralForms(language: string): readonly string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories
}

/** The entries a phrase needs in this language. */
function neededEntries(phrase: Phrase, language: string): readonly string[] {
  const base = typeof phrase.context === 'string' ? `${phrase.key}_${phrase.context}` : phrase.key
  if (phrase.plural) return pluralForms(language).map(form => `${base}_${form}`)
  return language === SOURCE_LANGUAGE ? [] : [base]
}

/** The line of an entry in the JSON text, counted from 1. */
function lineOfEntry(text: string, key: string): number {
  const at = text.indexOf(`${JSON.stringify(key)}:`)
  return at < 0 ? 1 : text.slice(0, at).split('\n').length
}

function readEntries(locale: LocaleFile): Readonly<Record<string, string>> | SourceProblem {
  const refuse = (message: string) => ({ file: locale.file, line: 1, message })
  try {
    const value: unknown = JSON.parse(locale.text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return refuse('This file must be one object of sentences.')
    }
    const wrong = Object.entries(value).find(([, said]) => typeof said !== 'string' || said === '')
    if (wrong) return refuse(`"${wrong[0]}" must be a sentence.`)
    return value as Record<string, string>
  } catch (error) {
    return refuse(`This isn’t JSON: ${(error as Error).message}`)
  }
}

const isProblem = (value: object): value is SourceProblem =>
  'message' in value && 'line' in value && typeof value.line === 'number'

const list = (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', '))

function missingEntries({ phrases, locale, saidElsewhere }: Comparison, entries: Record<string, string>) {
  const seen = new Set<string>()
  return phrases.flatMap(phrase => {
    const needed = neededEntries(phrase, locale.language).filter(
      entry => !(entry in entries) && !saidElsewhere?.has(entry) && !seen.has(entry),
    )
    for (const entry of needed) seen.add(entry)
    return needed.map(entry => ({
      file: phrase.file,
      line: phrase.line,
      message: `The sentence "${entry}" is missing in ${locale.file}.`,
    }))
  })
}

/** The phrase that an entry translates: itself, one of its plurals, or one of its contexts. */
function phraseOf(entry: string, phrases: readonly Phrase[]): Phrase | undefined {
  return phrases.find(phrase => {
    if (!entry.startsWith(phrase.key)) return false
    const ending = entry.slice(phrase.key.length)
    if (ending === '') return !phrase.plural
    const plural = phrase.plural ? '_(zero|one|two|few|many|other)' : ''
    const literal = typeof phrase.context === 'string' ? `_${phrase.context}` : ''
    const context = phrase.context === true ? '(_\\w+?)?' : literal
    return new RegExp(`^${context}${plural}$`).test(ending)
  })
}

function wrongEntries({ phrases, locale, borrowed = [] }: Comparison, entries: Record<string, string>) {
  return Object.entries(entries).flatMap(([entry, said]) => {
    const place = { file: locale.file, line: lineOfEntry(locale.text, entry) }
    const phrase = phraseOf(entry, phrases) ?? phraseOf(entry, borrowed)
    if (!phrase) return [{ ...place, message: `"${entry}" is unused: no source says it.` }]
    // "One song" needs no number: only plural forms may leave the count out.
    const fixed = (sentence: string) =>
      parametersOf(sentence).filter(name => !(phrase.plural && name === 'count'))
    const [wanted, found] = [fixed(phrase.key), fixed(said)]
    if (list(wanted) === list(found)) return []
    return [
      { ...place, message: `"${entry}" has the parameters ${list(found)}, and its key ${list(wanted)}.` },
    ]
  })
}

/** Calls that do not hand over a value which their sentence names, or hand over one that it does not. */
export function wrongCalls(phrases: readonly Phrase[]): readonly SourceProblem[] {
  return phrases.flatMap(({ key, file, line, given }) => {
    if (!given) return []
    const wanted = parametersOf(key)
    const lacking = wanted.filter(name => !given.includes(name.split('.')[0] ?? name))
    const idle = given.filter(name => name !== 'count' && !wanted.some(want => want.split('.')[0] === name))
    return [
      ...lacking.map(name => ({
        file,
        line,
        message: `"${key}" names {{${name}}}, which is not handed over.`,
      })),
      ...idle.map(name => ({ file, line, message: `"${key}" is given ${name}, which it does not name.` })),
    ]
  })
}

/** Everything that is wrong between the phrases of an area and its file in one language. */
export function compareLocale(comparison: Comparison): readonly SourceProblem[] {
  const entries = readEntries(comparison.locale)
  if (isProblem(entries)) return [entries]
  return [...missingEntries(comparison, entries), ...wrongEntries(comparison, entries)]
}

/** The keys a language's file says, or none where it cannot be read (which `compareLocale` reports). */
export function keysOf(locale: LocaleFile): ReadonlySet<string> {
  const entries = readEntries(locale)
  return new Set(isProblem(entries) ? [] : Object.keys(entries))
}
