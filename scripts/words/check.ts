import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REFUSED, REFUSED_GERMAN, type RefusedWord } from './word-table.js'

const ROOTS = ['src', 'cli', 'server', 'tests', 'e2e', 'bench', 'scripts', 'examples', 'docs']
const PAGES = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md']
const CHECKED = /\.(?:ts|tsx|mts|mjs|cjs|css|md|json)$/
/**
 * Files that are not checked: word lists, generated files, data, quotes from version 1.0, and migrations,
 * which are hashed.
 */
const SKIPPED =
  /^scripts\/words\/|^docs\/copy\.md$|^tests\/scripts\/words\.test\.ts$|\/(?:dist|fixtures)\/|^server\/database\/migrations\//

/** Table of terms in CONTRIBUTING.md, which lists refused words too. */
const GLOSSARY = /(?<=\| concept \| say \| not \|\n\|---\|---\|---\|\n)(?:\|.*\n)*/

export interface Finding {
  readonly file: string
  readonly line: number
  readonly word: string
  readonly say: string
}

export function wordsIn(file: string, text: string): Finding[] {
  const table = /[/-]de\.json$/.test(file) ? GERMAN : ENGLISH
  // Fast path: most files need only one pass.
  if (text.search(table.any) < 0) return []
  return text
    .split('\n')
    .flatMap((content, index) =>
      table.words.flatMap(({ pattern, say }) =>
        [...content.matchAll(pattern)].map(([word]) => ({ file, line: index + 1, word, say })),
      ),
    )
}

/** Returns the paths of all text files in the project, relative to `root`. */
export function checkedFiles(root: string): string[] {
  return [...PAGES, ...ROOTS.flatMap(folder => filesIn(root, folder))].filter(file => CHECKED.test(file))
}

export function checkWords(root: string, files: readonly string[]): Finding[] {
  return files
    .filter(file => !SKIPPED.test(file))
    .flatMap(file => wordsIn(file, readFileSync(join(root, file), 'utf8').replace(GLOSSARY, '')))
}

function tableOf(words: readonly RefusedWord[]) {
  const wholeWord = ({ source }: RegExp, flags: string) => new RegExp(`\\b(?:${source})\\b`, flags)
  return {
    any: wholeWord(new RegExp(words.map(({ pattern }) => pattern.source).join('|')), 'i'),
    words: words.map(({ pattern, say }) => ({ pattern: wholeWord(pattern, 'gi'), say })),
  }
}
const ENGLISH = tableOf(REFUSED)
const GERMAN = tableOf(REFUSED_GERMAN)

function filesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return /^(?:node_modules|\.)/.test(entry.name) ? [] : filesIn(root, path)
    return entry.isFile() ? [path] : []
  })
}
