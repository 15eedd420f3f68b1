import { messageOf } from '../../core/platform/fretwork-error.js'

/** Returns an error's message with a script position: `taps is not defined (index.js:12:5)`. */
export function faultOf(error: unknown, entry: string): string {
  const file = entry.slice(entry.lastIndexOf('/') + 1)
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const frame = stack.split('\n').find(line => line.includes(entry))
  const position = frame && /:(\d+):(\d+)\)?$/.exec(frame.trim())
  const message = hinted(messageOf(error))
  return position ? `${message.replace(/\.$/, '')} (${file}:${position[1]}:${position[2]})` : message
}

/** Replacements for globals that plugins don't have. */
const INSTEAD: Readonly<Record<string, string>> = {
  document: 'panel.show',
  window: 'panel.show',
  localStorage: 'storage or deviceStorage',
  sessionStorage: 'storage or deviceStorage',
  indexedDB: 'storage or deviceStorage',
  fetch: 'network.fetch',
  XMLHttpRequest: 'network.fetch',
  WebSocket: 'network.fetch',
  EventSource: 'network.fetch',
  navigator: 'midi',
}

function hinted(message: string): string {
  const [, name = ''] = /^(\w+) is not defined$/.exec(message) ?? []
  const instead = Object.hasOwn(INSTEAD, name) ? INSTEAD[name] : undefined
  return instead === undefined ? message : `${message}; use ${instead} of the plugin’s context`
}
