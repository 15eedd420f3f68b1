export { type Text, useText } from '../kernel-context.js'
