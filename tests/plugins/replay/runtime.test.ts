import { describe, expect, it } from 'vitest'
import { LOG_FORMAT, LOG_VERSION } from '../../../src/core/music/midi/log-file.js'
import type { MidiEvent } from '../../../src/core/music/midi/midi-event.js'
import midiFile from '../../../src/plugins/midi-file/index.js'
import midiIo from '../../../src/plugins/midi-io/index.js'
import { midiSettings } from '../../../src/plugins/midi-io/settings.js'
import { MIDI_INPUT, MIDI_LOG } from '../../../src/plugins/midi-io/tokens.js'
import replayPlugin from '../../../src/plugins/replay/index.js'
import { REPLAYER } from '../../../src/plugins/replay/tokens.js'
import { openKernel } from '../../support/open-kernel.js'
import { oneNote } from '../midi-file/midi-bytes.js'

async function setUp() {
  const plugins = [midiIo, midiFile, replayPlugin]
  const { kernel, run } = await openKernel({ plugins, host: 'node', activate: ['replay'] })
  return { kernel, run, replayer: kernel.get(REPLAYER), settings: kernel.settings.store(midiSettings) }
}

function logOf(midiOctaveOffset: number): Uint8Array {
  const event = {
    ...{ key: 7, time: '17:02:11:482', at: 5000, portId: 'GK-3', channel: 5, kind: 'note', on: true },
    ...{ name: 'E4', note: 'GK-3:5:64', octave: 4, number: 64, attack: 1, release: 0, raw: [0x94, 64, 127] },
  }
  const header = { format: LOG_FORMAT, version: LOG_VERSION, settings: { midi: { midiOctaveOffset } } }
  return new TextEncoder().encode(JSON.stringify({ ...header, events: [event] }))
}

describe('the plugin replay', () => {
  it('sends a song through the real input, and wakes the plugin of songs only then', async () => {
    const { kernel, replayer } = await setUp()
    expect(kernel.host.state('midi-file')?.status).toBe('registered')
    const source = await replayer.open(oneNote)
    expect(kernel.host.state('midi-file')?.status).toBe('active')
    const lines: string[] = []
    await replayer.run(source, {
      fast: true,
      onEvent: event => void lines.push(replayer.format(event, 'text')),
    })
    expect(lines).toEqual([
      '00:00:00:000  file  ch 1   programchange  1',
      '00:00:00:000  file  ch 1   on   E4     64  0.79',
      '00:00:00:500  file  ch 1   off  E4     64  0.50',
    ])
    expect(kernel.get(MIDI_LOG).snapshot().events).toHaveLength(3)
  })

  it('names the notes of each of two logs that are replayed at once, and of what is played meanwhile', async () => {
    const { kernel, replayer, settings } = await setUp()
    settings.change({ midiOctaveOffset: -1 })
    const names: string[] = []
    const onEvent = (event: MidiEvent) => {
      if (event.kind === 'note') names.push(event.name)
    }
    const [one, two] = [await replayer.open(logOf(1)), await replayer.open(logOf(2))]
    const runs = [replayer.run(one, { onEvent, tailMs: 100 }), replayer.run(two, { onEvent, tailMs: 200 })]
    const played = kernel.get(MIDI_INPUT).receive([0x90, 64, 1], { portId: 'GK-3' })
    await kernel.platform.clock.advance(300)
    await Promise.all(runs)
    expect([...names, played?.kind === 'note' && played.name]).toEqual(['E5', 'E6', 'E3'])
    expect(settings.getState().midiOctaveOffset).toBe(-1)
  })

  it('runs as a command, given the bytes', async () => {
    const { run } = await setUp()
    const ran = await run('replay.replay-file', { bytes: oneNote, fast: true })
    expect(ran).toMatchObject({ ok: true, value: { ending: 'end', sent: 3 } })
    expect(await run('replay.replay-file', { bytes: 'song.mid' })).toMatchObject({ ok: false })
  })
})
