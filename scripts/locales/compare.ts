import type { Phrase, SourceProblem } from './source-keys.js'

export interface LocaleFile {
  readonly language: string
  readonly file: string
  readonly text: string
}

export interface Comparison {
  readonly phrases: readonly Phrase[]
  readonly locale: LocaleFile
  readonly saidElsewhere?: ReadonlySet<string>
  /** Core messages that the area uses and may translate. */
  readonly borrowed?: readonly Phrase[]
}

/** Source language. English messages are the keys, so only plural forms need entries. */
const SOURCE_LANGUAGE = 'en'

/** Returns the parameter names, without the format after the comma. */
export function parametersOf(sentence: string): readonly string[] {
  const names = [...sentence.matchAll(/\{\{\s*-?\s*([^},\s]+)[^}]*\}\}/g)].map(match => match[1] ?? '')
  return [...new Set(names)].sort()
}

/** Returns a language's plural forms, such as `one` and `other` in German. */
function pluralForms(language: string): readonly string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories
}

function neededEntries(phrase: Phrase, language: string): readonly string[] {
  const base = typeof phrase.context === 'string' ? `${phrase.key}_${phrase.context}` : phrase.key
  if (phrase.plural) return pluralForms(language).map(form => `${base}_${form}`)
  return language === SOURCE_LANGUAGE ? [] : [base]
}

function lineOfEntry(text: string, key: string): number {
  const at = text.indexOf(`${JSON.stringify(key)}:`)
  return at < 0 ? 1 : text.slice(0, at).split('\n').length
}

function readEntries(locale: LocaleFile): Readonly<Record<string, string>> | SourceProblem {
  const refuse = (message: string) => ({ file: locale.file, line: 1, message })
  try {
    const value: unknown = JSON.parse(locale.text)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return refuse('This file must be one object of sentences.')
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

/** Finds the message for an entry, which may be a plural or context form. */
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
    // Ignores `count`, which plural forms such as “One song” may omit.
    const fixed = (sentence: string) =>
      parametersOf(sentence).filter(name => !(phrase.plural && name === 'count'))
    const [wanted, found] = [fixed(phrase.key), fixed(said)]
    if (list(wanted) === list(found)) return []
    return [
      { ...place, message: `"${entry}" has the parameters ${list(found)}, and its key ${list(wanted)}.` },
    ]
  })
}

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

export function compareLocale(comparison: Comparison): readonly SourceProblem[] {
  const entries = readEntries(comparison.locale)
  if (isProblem(entries)) return [entries]
  return [...missingEntries(comparison, entries), ...wrongEntries(comparison, entries)]
}

/** Returns the keys, or none if the file cannot be read; `compareLocale` reports the error. */
export function keysOf(locale: LocaleFile): ReadonlySet<string> {
  const entries = readEntries(locale)
  return new Set(isProblem(entries) ? [] : Object.keys(entries))
}
