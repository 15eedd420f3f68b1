import { expect, it } from 'vitest'
import { replaceChanged } from '../../src/app/hot-plugins.js'
import { provideFactory } from '../../src/core/kernel/plugin.js'
import { HandClock } from '../../src/core/platform/memory-platform.js'
import { RingLog } from '../../src/plugins/midi-io/log/ring-log.js'
import { MIDI_LOG } from '../../src/plugins/midi-io/tokens.js'
import { kernelWith, makePlugin } from '../core/kernel/make-plugin.js'
import { noteOn } from '../plugins/fretboard/events.js'

/** Creates a plugin whose command returns `word`. */
const saying = (word: string, id = 'neck') =>
  makePlugin(
    id,
    { contributes: { commands: [{ id: `${id}.say`, title: 'Say' }] } },
    { commands: { [`${id}.say`]: () => word } },
  )
const midi = () =>
  makePlugin(
    'midi-io',
    { provides: [MIDI_LOG] },
    { providers: [provideFactory(MIDI_LOG, () => new RingLog(new HandClock()))] },
  )

it('hot replacement replaces only changed plugins', async () => {
  const [song, old, fresh] = [saying('la', 'song'), saying('old'), saying('new')]
  const kernel = await kernelWith([song, old])
  await replaceChanged(kernel, [song, old], [song, fresh])
  expect(await kernel.commands.attempt('neck.say')).toBe('new')
  expect([kernel.host.state('neck')?.status, [song.loads(), fresh.loads()]]).toEqual(['active', [1, 1]])
})

it('hot replacement adds and removes plugins to match the list', async () => {
  const [neck, song] = [saying('twang'), saying('la', 'song')]
  const kernel = await kernelWith([neck])
  await replaceChanged(kernel, [neck], [song])
  expect(kernel.commands.find('neck.say')).toBeUndefined()
  expect(kernel.host.state('song')?.status).toBe('active')
})

it('plugin replacements run one after another', async () => {
  const [first, second, third] = [saying('1'), saying('2'), saying('3')]
  const kernel = await kernelWith([first])
  const both = [replaceChanged(kernel, [first], [second]), replaceChanged(kernel, [second], [third])]
  await Promise.all(both)
  expect(await kernel.commands.attempt('neck.say')).toBe('3')
})

it('a replaced MIDI plugin passes its log to the new version', async () => {
  const [before, after] = [midi(), midi()]
  const kernel = await kernelWith([before])
  const log = kernel.get(MIDI_LOG)
  log.append(noteOn(60))
  await replaceChanged(kernel, [before], [after])
  expect(kernel.get(MIDI_LOG)).not.toBe(log)
  expect(kernel.get(MIDI_LOG).snapshot().events).toEqual([noteOn(60)])
})
