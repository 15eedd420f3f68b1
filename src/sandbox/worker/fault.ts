import { messageOf } from '../../core/platform/fretwork-error.js'

/** Returns an error's message with a script position: `taps is not defined (index.js:12:5)`. */
export function faultOf(error: unknown, entry: string): string {
  const file = entry.slice(entry.lastIndexOf('/') + 1)
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const frame = stack.split('\n').find(line => line.includes(entry))
  const position = frame && /:(\d+):(\d+)\)?$/.exec(frame.trim())
  const message = messageOf(error)
  return position ? `${message.replace(/\.$/, '')} (${file}:${position[1]}:${position[2]})` : message
}
