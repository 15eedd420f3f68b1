/** MIDI devices for other plugins: the way in, the way out, the log, and what can be extended. */
export * from './tokens/input.js'
export * from './tokens/inputs.js'
export * from './tokens/log.js'
export * from './tokens/output.js'
export * from './tokens/page.js'
export * from './tokens/ports.js'
