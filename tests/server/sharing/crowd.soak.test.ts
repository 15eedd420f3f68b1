import { describeCrowd } from './crowd.js'

// Creates 200,000 shares.
await describeCrowd(100_000)
