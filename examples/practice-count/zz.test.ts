import { plugin } from '@fretwork/sdk'
import { testPlugin } from '@fretwork/sdk/testing'
import { it } from 'vitest'
it('x', async () => {
  const heard: unknown[] = []
  const tested = await testPlugin(plugin({ id: 'zz', title: 'Z', permissions: { 'midi-in': 'x' }, setup({ midi }) { midi.onMessage(m => heard.push(m)) } }))
  const notes = [{ midi: 64, time: 0, duration: 1 },{ midi: 66, time: 1, duration: 1 }]
  await tested.open('tune.json', JSON.stringify({ header: {}, tracks: [{ notes }] }))
  await tested.run('player.toggle-playing').catch(e => e)
  for (let i = 0; i < 30; i++) await tested.advance(100)
  console.log(JSON.stringify(heard), JSON.stringify(tested.sent))
})
