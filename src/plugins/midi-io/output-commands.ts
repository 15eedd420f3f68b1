/** What a player sends by hand: each controller of the specification a command, for the palette, keys and pedals. */
import * as z from 'zod/mini'
import type { CommandContribution } from '../../core/commands/command.js'
import { thruChannelArgs, thruInputArgs } from './thru-settings.js'

const value = z.int().check(z.gte(0), z.lte(127))

export const controllerArgs = z.strictObject({ value })
export const holdArgs = z.strictObject({ down: z.boolean() })
export const bendArgs = z.strictObject({ bend: z.number().check(z.gte(-1), z.lte(1)) })
/** Two octaves are as far as instruments go. */
export const bendRangeArgs = z.strictObject({ semitones: z.int().check(z.gte(0), z.lte(24)) })
/** Counted from 1, as instruments show it. */
export const programArgs = z.strictObject({ program: z.int().check(z.gte(1), z.lte(128)) })

export type ControllerArgs = z.infer<typeof controllerArgs>
export type HoldArgs = z.infer<typeof holdArgs>
export type BendArgs = z.infer<typeof bendArgs>
export type BendRangeArgs = z.infer<typeof bendRangeArgs>
export type ProgramArgs = z.infer<typeof programArgs>

/** A pedal or a knob sends faster than one command after the other. */
const common = { headless: true, busy: 'parallel', when: 'loggedIn' } as const

export const outputCommands: readonly CommandContribution[] = [
  { ...common, id: 'midi-io.toggle-thru', title: 'MIDI thru: pass on what comes in' },
  {
    ...common,
    id: 'midi-io.toggle-thru-channel',
    title: 'MIDI thru: a channel, on or off',
    args: thruChannelArgs,
    asks: [{ id: 'channel', title: 'Channel', onlyAsked: true }],
  },
  {
    ...common,
    id: 'midi-io.toggle-thru-input',
    title: 'MIDI thru: an input, on or off',
    args: thruInputArgs,
    asks: [{ id: 'port', title: 'Input', onlyAsked: true }],
  },
  { ...common, id: 'midi-io.play-test-note', title: 'Play a test note on the output' },
  {
    ...common,
    id: 'midi-io.send-volume',
    title: 'Send the volume',
    args: controllerArgs,
    asks: [{ id: 'value', title: 'Volume from 0 to 127' }],
  },
  {
    ...common,
    id: 'midi-io.send-modulation',
    title: 'Send the modulation',
    args: controllerArgs,
    asks: [{ id: 'value', title: 'Modulation from 0 to 127' }],
  },
  {
    ...common,
    id: 'midi-io.send-pan',
    title: 'Send the pan position',
    args: controllerArgs,
    asks: [{ id: 'value', title: 'From 0 (left) over 64 to 127 (right)' }],
  },
  {
    ...common,
    id: 'midi-io.send-hold',
    title: 'Send the hold pedal',
    args: holdArgs,
    asks: [{ id: 'down', title: 'Pedal down', onlyAsked: true }],
  },
  {
    ...common,
    id: 'midi-io.send-bend',
    title: 'Send a pitch bend',
    args: bendArgs,
    asks: [{ id: 'bend', title: 'Bend from -1 to 1' }],
  },
  {
    ...common,
    id: 'midi-io.send-bend-range',
    title: 'Send the pitch-bend range',
    args: bendRangeArgs,
    asks: [{ id: 'semitones', title: 'Semitones', onlyAsked: true }],
  },
  {
    ...common,
    id: 'midi-io.send-program',
    title: 'Send a programme change',
    args: programArgs,
    asks: [{ id: 'program', title: 'Programme from 1 to 128' }],
  },
]
