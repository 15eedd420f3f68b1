// Run by Node in a folder with `@fretwork/sdk` alone: a plugin that counts notes, over a fake MIDI and a fake API.
import { API, CLOCK, createToken, definePlugin, defineRuntime, provideFactory } from '@fretwork/sdk'
import { MIDI_EVENT, MIDI_PAGE } from '@fretwork/sdk/plugins/midi-io'
import { createTestKernel, expectNoLeaks, fakeApi, fakeMidi, ok } from '@fretwork/sdk/testing'
import { PLUGINS } from '@fretwork/sdk/testing/plugins'

const BEATS = createToken('beats.count')
const beats = definePlugin({
  id: 'beats',
  version: '1.0.0',
  engine: '^1.1.0',
  title: 'Beats',
  runsIn: ['browser', 'node'],
  provides: [BEATS],
  activateOn: ['startup'],
  load: async () => ({
    default: defineRuntime({
      providers: [
        provideFactory(BEATS, ({ get, scope }) => {
          const count = { beats: 0 }
          scope.add(get(CLOCK).every(500, () => count.beats++))
          return count
        }),
      ],
    }),
  }),
})

const { midi, page } = fakeMidi({ permission: 'granted', inputs: [{ id: 'guitar' }] })
const { transport, sent } = fakeApi(() => ok({ plugins: [], refused: [] }))
const overrides = [[MIDI_PAGE, async () => page]]
const kernel = await createTestKernel({ plugins: [...PLUGINS, beats], transport, overrides })
const heard = []
const listening = kernel.events.on(MIDI_EVENT, ({ kind }) => heard.push(kind))
await kernel.host.activate('midi-io')
// The library that opens devices is loaded on demand.
while (!midi.isListenedTo('guitar')) await new Promise(resolve => setImmediate(resolve))
midi.play('guitar', [0x90, 64, 100])
const listing = {
  name: 'test.plugins',
  method: 'GET',
  path: '/account/api/v1/plugins/',
  auth: 'none',
  status: 200,
  errors: [],
}
await kernel.get(API).call(listing)
await kernel.platform.clock.advance(1000)
const { beats: counted } = kernel.get(BEATS)
listening.dispose()
expectNoLeaks(kernel)
process.stdout.write(
  JSON.stringify({
    heard,
    sent: sent.map(({ method, url }) => `${method} ${url}`),
    beats: counted,
  }),
)
