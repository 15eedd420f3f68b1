/** What other plugins may use of MIDI devices: the way in, the way out, the log, and the places to extend. */
export * from './tokens/access.js'
export * from './tokens/bends.js'
export * from './tokens/door.js'
export * from './tokens/input.js'
export * from './tokens/inputs.js'
export * from './tokens/log.js'
export * from './tokens/log-filter.js'
export * from './tokens/output.js'
export * from './tokens/page.js'
export * from './tokens/ports.js'
export * from './tokens/virtual.js'

/** Port name of what the open song plays. */
export const SONG_PORT = 'song'
