/** Extracts code from a documentation page: fenced blocks with a file name. */
import { dirname, posix } from 'node:path'

export interface Snippet {
  /** File name in the fence, such as `click/index.ts`. */
  readonly file: string
  readonly text: string
  /** Line of the fence, 1-based. */
  readonly line: number
}

const FENCE = /^```(\w+)(?: title="([^"]+)")?\n([\s\S]*?)^```$/gm
/** Compiled snippets need a file name. A JSON block without one is just an illustration. */
const CODE = ['ts', 'tsx', 'js', 'jsx']

/** @throws Error with the line number of a duplicate file or a code block without a file name */
export function snippetsOf(page: string): Snippet[] {
  const found: Snippet[] = []
  for (const { index, 1: language = '', 2: file, 3: text = '' } of page.matchAll(FENCE)) {
    const line = page.slice(0, index).split('\n').length
    if (file === undefined) {
      if (CODE.includes(language)) throw new Error(`The code in line ${line} has no file name.`)
      continue
    }
    if (found.some(snippet => snippet.file === file))
      throw new Error(`${file} in line ${line} is a duplicate.`)
    found.push({ file, text, line })
  }
  return found
}

/** Returns files that are not a manifest or test and are not imported by another file. */
export function orphansAmong(snippets: readonly Snippet[]): string[] {
  const texts = new Map(snippets.map(({ file, text }) => [file, text]))
  const run = new Set<string>()
  const visit = (file: string): void => {
    const text = texts.get(file)
    if (text === undefined || run.has(file)) return
    run.add(file)
    for (const [, target = ''] of text.matchAll(/(?:from |import\()'(\.[^']+)'/g)) {
      const path = posix.join(dirname(file), target)
      for (const candidate of [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')])
        visit(candidate)
    }
  }
  for (const { file } of snippets) if (isManifest(file) || /\.test\.tsx?$/.test(file)) visit(file)
  return [...texts.keys()].filter(file => !run.has(file))
}

export function isManifest(file: string): boolean {
  return /^[^/]+(\/src)?\/index\.ts$/.test(file)
}
