/** Maps error positions from a plugin's built script to the sources. */
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { messageOf } from '../../core/platform/fretwork-error.js'
import { withHint } from './instead.js'

const LONGEST_PATH = 200

/** Matches the position that `faultOf` adds: `(index.js:12:5)`. */
const POSITION = /\(([\w.-]+\.m?js):([1-9]\d*):([1-9]\d*)\)/

/**
 * Returns a function that replaces the position in a message: `(index.js:12:5)` becomes `(src/index.ts:8)`.
 * @param readMap reads the script's source map; without one, messages stay unchanged
 */
export function locatedIn(readMap: () => Promise<string | undefined>): (message: string) => Promise<string> {
  let map: Promise<TraceMap | undefined> | undefined
  return async message => {
    if (!POSITION.test(message)) return withHint(message)
    map ??= readMap().then(traceMapOf, complain)
    return sourcePosition(await map, message)
  }
}

/** @returns `undefined` without a source map, or with an invalid one */
export function traceMapOf(text: string | undefined): TraceMap | undefined {
  try {
    return text === undefined ? undefined : new TraceMap(text)
  } catch (error) {
    return complain(error)
  }
}

function complain(error: unknown): undefined {
  console.error(`The source map of a plugin cannot be read: ${messageOf(error)}`)
}

export function sourcePosition(map: TraceMap | undefined, message: string): string {
  const hinted = withHint(message)
  const [whole, , line, column] = POSITION.exec(message) ?? []
  if (whole === undefined || !map) return hinted
  const original = originalPositionFor(map, { line: Number(line), column: Number(column) - 1 })
  if (!original.source) return hinted
  const source = original.source.replace(/^(\.\.?\/)+/, '').slice(-LONGEST_PATH)
  return hinted.replace(whole, `(${source}:${original.line})`)
}
