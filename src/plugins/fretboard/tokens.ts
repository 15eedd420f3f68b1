/** The neck's public services, event and extension points. */
export * from './tokens/chords.js'
export * from './tokens/neck.js'
export * from './tokens/parts.js'
export * from './tokens/tunings.js'
export * from './tokens/view.js'
