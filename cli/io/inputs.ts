import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { notFound } from '../errors.js'
import { STANDARD } from './files.js'

/**
 * Replaces folders and patterns with the matching files: `songs`, `songs/*.mid` or `songs/**`. Golden logs
 * never match.
 * @param endings file extensions for folders, and for patterns without an extension
 * @throws CliError `files_missing`
 */
export async function filesIn(words: readonly string[], endings: readonly string[]): Promise<string[]> {
  const isWanted = (name: string) => endings.some(ending => name.toLowerCase().endsWith(ending))
  const files = await Promise.all(
    words.map(async word => {
      const known = word === STANDARD ? undefined : await stat(word).catch(() => undefined)
      const isPattern = !known && /[*?]/.test(word)
      if (!known?.isDirectory() && !isPattern) return [word]
      const root = isPattern ? word.replace(/[^/]*[*?].*$/, '') : word
      const matching = isPattern ? patternOf(word) : /(?:)/
      const hasEnding = isPattern && /\.[^./*?]+$/.test(word)
      const entries = await readdir(root || '.', { recursive: true, withFileTypes: true }).catch(() => [])
      const found = entries
        .filter(entry => !entry.isDirectory() && !entry.name.startsWith('.'))
        .map(entry => join(entry.parentPath, entry.name))
        .filter(path => matching.test(path) && !isGolden.test(path) && (hasEnding || isWanted(path)))
      if (found.length === 0)
        throw notFound('files_missing', `There are no files for "${word}"; check the path.`)
      return found.sort()
    }),
  )
  return files.flat()
}

const isGolden = /(\.golden|(^|\/)golden-reasons)\.(ndjson|txt)(\.gz)?$/

function patternOf(pattern: string): RegExp {
  const source = join(pattern)
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/?|\*|\?/g, sign => (sign === '?' ? '[^/]' : sign === '*' ? '[^/]*' : '.*'))
  return new RegExp(`^${source}$`)
}
