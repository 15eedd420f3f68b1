export { useAttempt } from './use-answer.js'
