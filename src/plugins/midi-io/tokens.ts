export * from './tokens/input.js'
export * from './tokens/inputs.js'
export * from './tokens/output.js'
export * from './tokens/ports.js'
