/** Kernel with MIDI devices, MIDI mappings, a logged-in user and commands that record their arguments. */

import { expect, vi } from 'vitest'
import * as z from 'zod/mini'
import type { CommandContribution } from '../../../../src/core/commands/command.js'
import { settle } from '../../../../src/core/platform/memory-platform.js'
import type { Disposable } from '../../../../src/core/platform/store.js'
import midiIo from '../../../../src/plugins/midi-io/index.js'
import { MIDI_LEARN } from '../../../../src/plugins/midi-io/learn/midi-learn.js'
import { type Binding, learnSettings } from '../../../../src/plugins/midi-io/settings.js'
import { MIDI_ACCESS, MIDI_INPUT, MIDI_LOG } from '../../../../src/plugins/midi-io/tokens.js'
import { openKernel } from '../../../support/open-kernel.js'

export const PEDAL = { id: 'fcb', name: 'FCB1010', manufacturer: 'Behringer' } as const
export const KEYS = { id: 'keys', name: 'Keystep', manufacturer: 'Arturia' } as const

/** Mapping for the pedal board’s sustain pedal. */
export const NEXT_PAGE: Binding = {
  ...{ kind: 'controller', channel: 1, number: 64, port: PEDAL, command: 'test.next', keeps: false },
}

export async function learnKernel({
  bindings = [] as readonly unknown[],
  version = learnSettings.version as string,
} = {}) {
  const opened = await openKernel({
    plugins: [midiIo],
    stored: { fretworkMidiLearn: JSON.stringify({ version, on: true, bindings }) },
    midi: { permission: 'granted', inputs: [PEDAL, KEYS] },
  })
  const { kernel, platform, midi } = opened
  const { commands } = kernel
  const own: Disposable[] = []
  const ran: unknown[] = []
  const note = (id: string) => (args: unknown) => void ran.push(args === undefined ? id : [id, args])
  const tempo = z.strictObject({ tempo: z.int().check(z.gte(20), z.lte(147)) })
  const register = (command: CommandContribution, name: string) =>
    own.push(commands.register(command, 'test', note(name)))
  register({ id: 'test.next', title: 'Next page' }, 'next')
  register({ id: 'test.loop', title: 'Loop', when: "route == '/fretboard'" }, 'loop')
  register(
    { id: 'test.tempo', title: 'Set the tempo', args: tempo, asks: [{ id: 'tempo', title: 'Tempo' }] },
    'tempo',
  )
  await kernel.host.activate('midi-io')
  const access = kernel.get(MIDI_ACCESS)
  // The first test of a file waits for an import.
  await vi.waitFor(() => expect(access.view.getState().inputs).toHaveLength(2))
  const play = async (portId: string, ...messages: readonly (readonly number[])[]) => {
    for (const bytes of messages) {
      midi.play(portId, bytes)
      await settle()
    }
  }
  const kept = () => JSON.parse(platform.storage.get('fretworkMidiLearn') ?? '{}').bindings
  return {
    ...opened,
    ...{ commands, ran, play, kept },
    input: kernel.get(MIDI_INPUT),
    log: kernel.get(MIDI_LOG),
    learn: kernel.get(MIDI_LEARN),
    /** Unregisters this kernel's commands. */
    end: () => own.map(each => each.dispose()),
  }
}
