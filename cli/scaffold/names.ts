/** The name of a new plugin, in every spelling that its files need. */
import { Script } from 'node:vm'
import { CliError, EXIT } from '../errors.js'

export interface ScaffoldNames {
  /** `chord-quiz` */
  readonly id: string
  /** `Chord quiz` */
  readonly title: string
  /** `chordQuiz`, for imports. */
  readonly variable: string
}

/** What a new plugin must not have as well. */
export interface Shipped {
  readonly id: string
  readonly contributes?: { readonly routes?: readonly { readonly path: string }[] }
}

const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const LONGEST = 40

/** Names of the kernel and the hosts, and paths that the server answers itself. */
const RESERVED = [
  ...['core', 'app', 'sdk', 'plugins', 'account', 'login', 'logout', 'admin', 'songs', 'people'],
  ...['presence', 'external', 'assets', 'cms', 'dev', 'docs', 'health', 'ready', 'metrics'],
]

/**
 * @param shipped the built-in plugins
 * @throws CliError `name_invalid`, `name_taken`
 */
export function namesOf(name: string, shipped: readonly Shipped[]): ScaffoldNames {
  if (!ID.test(name) || name.length > LONGEST) {
    throw new CliError(
      'name_invalid',
      `"${name}" cannot be the name of a plugin: use up to ${LONGEST} lowercase letters and digits, with a letter first and single dashes between words, such as chord-quiz.`,
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

/** Keywords, and names that every scope has, such as `constructor`. */
function isTaken(variable: string): boolean {
  if (variable in globalThis) return true
  try {
    new Script(`'use strict'; async () => { let ${variable} }`)
    return false
  } catch {
    return true
  }
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
