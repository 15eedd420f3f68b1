/** Errors and lines of the log without what a user has written: quoted parts, addresses, folders. */
import { ApiError } from '../../../core/http/api-error.js'
import { codeOf, messageOf } from '../../../core/platform/fretwork-error.js'
import { SentenceError } from '../../../core/platform/sentence-error.js'

/** Lines of a stack that say where something was thrown. */
const STACK_LINES = 6
const QUOTED = /“[^”]*”|"[^"]*"|(?<=^|\s)'[^']*'(?=\W|$)/g
const ADDRESS = /\bhttps?:\/\/\S+/g
/** Folders before the name of a file. */
const FOLDERS = /(file:\/\/)?([A-Za-z]:)?([\\/][^\s\\/:()]+)+[\\/](?=[^\s\\/]+)/g

/** Our own words stay; what they are about is left out. */
export function plainMessage(message: string): string {
  return message.replace(ADDRESS, '«address»').replace(QUOTED, '«text»').replace(FOLDERS, '')
}

/** The sentence with its gaps; of an answer of the server its code alone. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.code
  return plainMessage(error instanceof SentenceError ? error.sentence : messageOf(error))
}

/** Name, code, sentence, and the places in the code. */
export function errorText(error: Error): string {
  const stack = error.stack?.split('\n').filter(line => line.trim().startsWith('at ')) ?? []
  const places = stack
    .slice(0, STACK_LINES)
    .map(line => line.trim().replace(ADDRESS, baseName).replace(FOLDERS, ''))
  return [`${error.name} ${codeOf(error)}: ${sentenceOf(error)}`, ...places].join('\n')
}

/** `https://host/assets/neck-1.js:3:14` → `neck-1.js:3:14` */
function baseName(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1)
}
