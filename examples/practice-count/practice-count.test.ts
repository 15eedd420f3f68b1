import { testPlugin } from '@fretwork/sdk/testing'
import { expect, it } from 'vitest'
import practiceCount from './index.js'

it('played notes are counted, drawn per minute, and can be started over', async () => {
  const tested = await testPlugin(practiceCount)
  await tested.play(60)
  await tested.release(60)
  await tested.play(64)
  await tested.advance(60_000)
  await tested.play(67)
  expect(await tested.panel()).toMatchObject({
    rows: [{ label: 'Today', value: '3 / 500' }],
    chart: { values: [2, 1] },
  })
  await tested.act({ kind: 'button', title: 'Start over' })
  expect(await tested.panel()).toMatchObject({ rows: [{ value: '0 / 500' }] })
  tested.stop()
})

it('notes of the open song are not counted', async () => {
  const tested = await testPlugin(practiceCount)
  const notes = [{ midi: 64, time: 0, duration: 1 }]
  await tested.open('tune.json', JSON.stringify({ header: {}, tracks: [{ notes }] }))
  await tested.run('player.toggle-playing')
  // A bar of count-in comes first.
  await tested.advance(2500)
  expect(tested.sounding()).toEqual([64])
  expect(await tested.panel()).toMatchObject({ rows: [{ value: '0 / 500' }] })
  tested.stop()
})
