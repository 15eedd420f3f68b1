// Checks that attacks by hostile plugins are blocked and that the page keeps working while they are stopped.
// `npm run soak -- hostile-plugins` runs all of them; external-plugin.spec.ts stops an endless command.
import { expect, test } from '../support/test.js'
import { hostilePlugins } from './hostile/all.js'
import { hostileStage, type Stage } from './hostile/stage.js'

const TELLING = ['page', 'message-flood']
let stage: Stage

test.beforeAll(async ({ browser }) => {
  stage = await hostileStage(() => browser)
})
test.afterAll(() => stage?.end())

for (const plugin of hostilePlugins.filter(({ name }) => TELLING.includes(name)))
  test(`a hostile plugin fails if it ${plugin.tries}`, async () => {
    expect((await stage.meet(plugin)).holes).toEqual([])
  })
