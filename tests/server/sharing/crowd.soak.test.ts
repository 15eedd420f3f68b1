import { describeCrowd } from './crowd.js'

// Creates two hundred thousand shares.
await describeCrowd(100_000)
