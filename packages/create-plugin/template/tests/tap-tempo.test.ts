import { testPlugin } from '@fretwork/sdk/testing'
import { expect, it } from 'vitest'
import tapTempo from '../src/index.js'

it('the panel shows the tempo of two taps', async () => {
  const tested = await testPlugin(tapTempo)
  expect(await tested.panel()).toMatchObject({ text: 'Tap at least twice.' })
  await tested.run('tap')
  await tested.advance(500)
  await tested.run('tap')
  expect(await tested.panel()).toMatchObject({ text: '120 bpm', buttons: ['tap'] })
  tested.stop()
})
