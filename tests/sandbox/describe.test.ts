import { plugin } from '@fretwork/sdk'
import { expect, it } from 'vitest'
import { describePlugin } from '../../src/sandbox/describe.js'

const described = (setup: Parameters<typeof plugin>[0]['setup']) =>
  describePlugin(plugin({ id: 'quiz', title: 'Quiz', permissions: {}, setup }), 'src/index.ts')

it.each<[string, Parameters<typeof plugin>[0]['setup']]>([
  ['the network', async ({ network }) => void (await network.fetch('https://example.org')).body],
  ['another command', async ({ commands }) => void (await commands.run('player.x'))],
  ['a timer', ({ clock }) => new Promise<void>(resolve => clock.after(60_000, resolve))],
])('a plugin whose setup waits for %s is described without the app, and runs at startup', async (_, wait) => {
  const found = await described(async context => {
    context.commands.add('ask', { title: 'Ask', run: () => undefined })
    await wait(context as never)
  })
  expect(found).toEqual({ commands: [{ id: 'ask', title: 'Ask' }] })
})

it('a plugin that stores nothing yet reads nothing', async () => {
  const read: unknown[] = []
  await described(async ({ storage }) => void read.push(await storage.get('a'), await storage.keys()))
  expect(read).toEqual([undefined, []])
})

it('a plugin that needs nothing while it sets up is activated on use', async () => {
  expect(await described(({ panel }) => panel.show(() => ({})))).toEqual({
    ...{ panel: { on: 'fretboard' }, activateOn: 'use' },
  })
})
