const PANEL = 'panel.show, whose panels Fretwork draws'
const STORAGE = 'storage (synced) or deviceStorage of the context of setup'
const NETWORK = 'network.fetch of the context of setup, with the permission "network"'
const TIMERS = 'clock.after or clock.every of the context of setup'

/** Replacements for browser and Node.js globals that plugins cannot use. */
export const INSTEAD: Readonly<Record<string, string>> = {
  ...{ document: PANEL, window: PANEL, HTMLElement: PANEL, customElements: PANEL },
  ...{ alert: 'notify of the context of setup', confirm: 'a panel with buttons' },
  ...{ prompt: 'an argument of a command, or a field of a panel', location: 'a setting of the plugin' },
  ...{ localStorage: STORAGE, sessionStorage: STORAGE, indexedDB: STORAGE, caches: STORAGE },
  ...{ fetch: NETWORK, XMLHttpRequest: NETWORK, WebSocket: NETWORK, EventSource: NETWORK },
  ...{ navigator: 'midi or page of the context of setup', AudioContext: 'midi.play, which Fretwork sounds' },
  ...{ requestAnimationFrame: TIMERS, Worker: TIMERS },
  ...{ eval: 'ordinary functions', Function: 'ordinary functions' },
  ...{ process: 'settings of the plugin', Buffer: 'Uint8Array and TextEncoder', require: 'import' },
}

export function unendingTimer(name: string, where = ''): string {
  return `${name} goes on when the plugin is switched off${where}; use ${TIMERS}.`
}

/** Adds what to use instead of a missing global: `fetch is not defined (index.js:12:5)`. */
export function withHint(message: string): string {
  const [said = '', name = ''] = /^(\w+) (?:is not defined|failed)(?=$| \()/.exec(message) ?? []
  return Object.hasOwn(INSTEAD, name) ? message.replace(said, `${said}; use ${INSTEAD[name]}`) : message
}
