import { describeCrowd } from './crowd.js'

await describeCrowd(3000)
