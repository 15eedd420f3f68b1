export { useStore } from '../kernel-context.js'
