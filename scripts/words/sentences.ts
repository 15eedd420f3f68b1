// Finds sentence patterns that are rarely idiomatic English: clauses used as nouns, pronouns without a noun,
// fragments. User-facing text must have none. Comments, test names and decision records may have at most one
// per 1,000 lines.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from './check.js'

const PER_THOUSAND_LINES = 1
/** Files that are not checked: released migrations never change, and the tests quote the patterns. */
const SKIPPED = /^server\/database\/migrations\/|^scripts\/words\/|^tests\/scripts\/sentences\.test\.ts$/
const CODE = /\.(?:ts|tsx|mjs|css)$/
const READ_BY_USERS = /^(?:README\.md|docs\/(?!copy\b)[^/]+\.md|src\/.*\/de\.json)$/
const PRINTED = /^(?:cli|server)\//

interface Shape {
  readonly pattern: RegExp
  readonly say: string
}

const BE = '(?:is|are|was|were|has|have|had|can|may|do|does|did)'
export const SHAPES: readonly Shape[] = [
  {
    pattern: /^(?:What|Who|Whoever|Whatever) (?!(?:is|are|do|does|to|can|should|about)\b)[a-z][^?]*$/,
    say: 'begin with the subject or a verb: "Focused elements …", not "What has the focus …"',
  },
  { pattern: /[;:] (?:what|who|whatever) (?!(?:is|are|do|does|to)\b)\w+ [^?]*$/, say: 'two sentences' },
  {
    pattern: /\b(?:of|from|with|for|by|in|on|than|as|before|after|over|into|about) what\b(?![^.]*\?)/,
    say: 'the noun: "of the notes played", not "of what was played"',
  },
  {
    pattern: /\b(?:those|the ones?|another one|others|all|none) (?:that|which|who|whose|where)\b/,
    say: 'the noun: "files that …", not "those that …"',
  },
  {
    pattern: /\b(?:those|that|the ones?) (?:of|from|before|behind|below|above|after) /,
    say: 'the noun again',
  },
  { pattern: new RegExp(`\\bwhere (?:it|they|there|one|none|that|this) ${BE}\\b`), say: '"if" or "when"' },
  {
    pattern: /(?:^|[,;:] |\b(?:only|even|also) )where (?:it|they|there|no|none|nothing)\b/i,
    say: '"if" or "when"',
  },
  { pattern: /\bof (?:its|their|his|her|our|your|my) own\b/, say: '"its own X" or a compound noun' },
  { pattern: /\b(?:for|of|by|in) (?:itself|themselves)\b/, say: 'nothing, or "alone"' },
  { pattern: /\bas ever\b|\bas (?:it|they) (?:is|are|was|were)[.,;)]/, say: '"as before", "unchanged"' },
  {
    pattern: /\b(?:again and again|now and then|by heart|from (?:there|here|then|now) on)\b/,
    say: 'a plain word',
  },
  { pattern: /\bfrom elsewhere\b/, say: '"external"' },
  {
    pattern: /\b(?:if|where|that|as|when|unless) there (?:is|are|was|were)(?: one| none| any)?[.,;:]/,
    say: '"if available"',
  },
  { pattern: /\b(?:is|are) not there\b/, say: '"is missing"' },
  { pattern: /\b(?:any|no) more[.,;:]|\b(?:not|n’t|n't) (?:\w+ )+any more\b/, say: '"no longer"' },
  { pattern: /^(?:Neither|Nothing) (?:of|that|but)\b/, say: 'a sentence with a subject' },
  { pattern: /\b(?:with|for|to|by|from) (?:all|none)[.,;:?!”]/, say: '"everyone", "no one", or the noun' },
  { pattern: /\b(?:choose|use|enter|try|set up) another one\b/i, say: 'the noun: "another file"' },
]

/** Returns the prose in a line: comments, quoted sentences, dictionary keys, document text. */
function prosesOf(file: string, line: string): string[] {
  if (file.endsWith('.md')) return [line.replace(/`[^`]*`/g, 'X').replace(/^[\s>*#|-]+/, '')]
  if (file.endsWith('.json')) return /^\s*"((?:[^"\\]|\\.)+)":/.exec(line)?.slice(1) ?? []
  const [code = '', comment] = line.split(/(?:^|\s)(?:\/\/|\/\*\*?|\*(?=\s))\s?/, 2)
  const texts = [...code.matchAll(/(['"`])((?:(?!\1).){12,})\1/g)].map(([, , text = '']) => text)
  const sentences = texts.filter(text => /[a-z] [a-z]+ /.test(text))
  return comment === undefined ? sentences : [...sentences, comment.replace(/`[^`]*`/g, 'X')]
}

export function shapesIn(file: string, text: string): Finding[] {
  return text.split('\n').flatMap((line, index) =>
    prosesOf(file, line)
      .flatMap(prose => prose.split(/(?<=[.!?])\s+/))
      .flatMap(sentence =>
        SHAPES.flatMap(({ pattern, say }) => {
          const [word] = pattern.exec(sentence) ?? []
          return word === undefined ? [] : [{ file, line: index + 1, word: word.trim(), say }]
        }),
      ),
  )
}

/**
 * Returns the findings that fail the check: all in user-facing text, and those in code if there are too many.
 */
export function checkSentences(root: string, files: readonly string[]): Finding[] {
  const shown: Finding[] = []
  const inside: Finding[] = []
  let lines = 0
  for (const file of files) {
    const isShown = READ_BY_USERS.test(file)
    if (SKIPPED.test(file) || !(isShown || CODE.test(file) || /\.md$/.test(file))) continue
    const text = readFileSync(join(root, file), 'utf8')
    lines += text.split('\n').length
    const isPrinted = (line: number) =>
      PRINTED.test(file) && !/^\s*(?:\/[/*]|\*)/.test(text.split('\n')[line - 1] ?? '')
    for (const finding of shapesIn(file, text))
      (isShown || isPrinted(finding.line) ? shown : inside).push(finding)
  }
  return inside.length * 1000 > lines * PER_THOUSAND_LINES ? [...shown, ...inside] : shown
}
