/** Maps error positions from a plugin's built script to the sources. */
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { messageOf } from '../../core/platform/fretwork-error.js'

const LONGEST_PATH = 200

/** Matches the position that `faultOf` adds: `(index.js:12:5)`. */
const POSITION = /\(([\w.-]+\.m?js):(\d+):(\d+)\)/

/**
 * Returns a function that replaces the position in a message: `(index.js:12:5)` becomes `(src/index.ts:8)`.
 * @param readMap reads the script's source map; without one, messages stay unchanged
 */
export function locatedIn(readMap: () => Promise<string | undefined>): (message: string) => Promise<string> {
  let map: Promise<TraceMap | undefined> | undefined
  return async message => {
    const [whole, , line, column] = POSITION.exec(message) ?? []
    if (whole === undefined) return message
    map ??= readMap()
      .then(text => (text === undefined ? undefined : new TraceMap(text)))
      .catch(error => {
        console.error(`The source map of a plugin cannot be read: ${messageOf(error)}`)
        return undefined
      })
    const found = await map
    const original = found && originalPositionFor(found, { line: Number(line), column: Number(column) - 1 })
    if (!original?.source) return message
    return message.replace(
      whole,
      `(${original.source.replace(/^(\.\.?\/)+/, '').slice(-LONGEST_PATH)}:${original.line})`,
    )
  }
}
