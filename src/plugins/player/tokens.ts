export * from './tokens/fingering.js'
export * from './tokens/panel.js'
export * from './tokens/playback.js'
export * from './tokens/session.js'
