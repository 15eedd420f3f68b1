/** What a new plugin is called, in every spelling that its files need. */
import type { PluginManifest } from '../../src/core/kernel/manifest/plugin.js'
import { CliError, EXIT } from '../errors.js'

export interface ScaffoldNames {
  /** `chord-quiz` */
  readonly id: string
  /** `Chord quiz` */
  readonly title: string
  /** `chordQuiz`, for imports. */
  readonly variable: string
}

const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const LONGEST = 40

/** The kernel's and the hosts' own names, and paths that the server answers before the application sees them. */
const RESERVED = [
  ...['core', 'app', 'sdk', 'plugins', 'account', 'login', 'logout', 'admin', 'songs', 'people'],
  ...['presence', 'external', 'assets', 'cms', 'dev', 'docs', 'health', 'ready', 'metrics'],
]

/** Words that JavaScript keeps for itself: no variable can be called so. */
const KEYWORDS = [
  ...['await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger', 'default', 'delete', 'do'],
  ...[
    'else',
    'enum',
    'export',
    'extends',
    'false',
    'finally',
    'for',
    'function',
    'if',
    'implements',
    'import',
  ],
  ...['in', 'instanceof', 'interface', 'let', 'new', 'null', 'package', 'private', 'protected', 'public'],
  ...[
    'return',
    'static',
    'super',
    'switch',
    'this',
    'throw',
    'true',
    'try',
    'typeof',
    'var',
    'void',
    'while',
  ],
  ...['with', 'yield', 'eval', 'arguments'],
]

/**
 * @param shipped the plugins that are there already
 * @throws CliError `name_invalid`, `name_taken`
 */
export function namesOf(name: string, shipped: readonly PluginManifest[]): ScaffoldNames {
  if (!ID.test(name) || name.length > LONGEST) {
    throw new CliError(
      'name_invalid',
      `"${name}" cannot be the name of a plugin: use up to ${LONGEST} small letters and digits, with a letter first and single dashes between words, such as chord-quiz.`,
      EXIT.badInput,
    )
  }
  const taken = shipped.some(
    ({ id, contributes }) => id === name || contributes?.routes?.some(({ path }) => path === `/${name}`),
  )
  if (taken || RESERVED.includes(name)) {
    const why = taken ? 'a plugin of Fretwork has it' : 'Fretwork needs it itself'
    throw new CliError(
      'name_taken',
      `The name "${name}" is taken: ${why}; choose another one.`,
      EXIT.badInput,
    )
  }
  const words = name.split('-')
  const variable = words.map((word, index) => (index === 0 ? word : capital(word))).join('')
  return {
    id: name,
    title: capital(words.join(' ')),
    variable: isTaken(variable) ? `${variable}Plugin` : variable,
  }
}

/** What every scope has already, such as `constructor` and `globalThis`, is shadowed by nobody who wants to be read. */
function isTaken(variable: string): boolean {
  return KEYWORDS.includes(variable) || variable in globalThis
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
