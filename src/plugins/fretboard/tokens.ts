export * from './tokens/chords.js'
export * from './tokens/neck.js'
export * from './tokens/view.js'
