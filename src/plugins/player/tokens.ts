/** The open song: playing it, how it is played, and its fingering on the neck. */
export * from './tokens/fingering.js'
export * from './tokens/panel.js'
export * from './tokens/playback.js'
export * from './tokens/session.js'
