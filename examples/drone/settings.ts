/** Drone settings. The settings form and a command for each field are generated from them. */
import { defineSettings } from '@fretwork/sdk'
import * as z from 'zod/mini'

export interface DroneSettings {
  /** Root note, as a MIDI number. */
  readonly root: number
  /** Time between two strokes, ms. */
  readonly strokeMs: number
}

export const droneSettings = defineSettings<DroneSettings>({
  id: 'Drone',
  title: 'Drone',
  version: '1',
  schema: z.object({
    // The fifth above the root must also be a MIDI note.
    root: z.int().check(z.gte(0), z.lte(120)),
    strokeMs: z.int().check(z.gte(100), z.lte(60_000)),
  }),
  defaults: { root: 40, strokeMs: 2000 },
  fields: [
    { id: 'root', title: 'Root' },
    { id: 'strokeMs', title: 'Time between two strokes', unit: 'ms' },
  ],
})
