import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createEvent } from '../../../src/core/events/event-bus.js'
import { createExtensionPoint } from '../../../src/core/platform/token.js'
import { expectNoLeaks } from '../../../src/core/testing/test-kernel.js'
import { kernelWith, makePlugin } from './make-plugin.js'

const heard = createEvent<number>('leaks.heard')
const LAYERS = createExtensionPoint<string>('leaks.layers')

const section = {
  ...{ id: 'Leaky', title: 'Leaky', version: '1', schema: z.object({ on: z.boolean() }) },
  defaults: { on: true },
}

it('expectNoLeaks lists everything that remains after disposal', async () => {
  const kernel = await kernelWith([makePlugin('neck', { extensionPoints: [LAYERS] })])
  kernel.events.on(heard, () => undefined)
  kernel.events.on(heard, () => undefined)
  kernel.platform.clock.after(5, () => undefined)
  kernel.commands.register({ id: 'x.go', title: 'Go' }, 'x', () => 1)
  kernel.settings.register(section)
  kernel.commands.setContext('neck.held', 1)
  expect(() => expectNoLeaks(kernel)).toThrow(
    'After disposal there is still 2 × a listener of leaks.heard, 1 × a timer, the command x.go of x, ' +
      'the settings section Leaky, the condition neck.held.',
  )
})
