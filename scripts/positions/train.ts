// `npm run positions`.
import { training } from './training.js'

process.exitCode = await training(process.argv.slice(2))
