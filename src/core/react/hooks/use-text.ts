export { useText } from '../kernel-context.js'
