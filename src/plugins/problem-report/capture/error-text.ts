import { ApiError } from '../../../core/http/api-error.js'
import { codeOf, messageOf } from '../../../core/platform/fretwork-error.js'
import { SentenceError } from '../../../core/platform/sentence-error.js'

const STACK_LINES = 6
const QUOTED = /“[^”]*”|"[^"]*"|(?<=^|\s)'[^']*'(?=\W|$)/g
const ADDRESS = /\bhttps?:\/\/\S+/g
const FOLDERS = /(file:\/\/)?([A-Za-z]:)?([\\/][^\s\\/:()]+)+[\\/](?=[^\s\\/]+)/g

/** Removes what users have written: quoted texts, addresses and folders. */
export function plainMessage(message: string): string {
  return message.replace(ADDRESS, '«address»').replace(QUOTED, '«text»').replace(FOLDERS, '')
}

/** Keeps the gaps of the sentence, and only the code of a server's answer. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.code
  return plainMessage(error instanceof SentenceError ? error.sentence : messageOf(error))
}

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
