import { describeCrowd } from './crowd.js'

// Two hundred thousand shares.
await describeCrowd(100_000)
