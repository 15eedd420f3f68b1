import type { UserFile } from '../platform/ports.js'
import { createEvent } from './event-bus.js'

export const GO_TO = createEvent<{ path: string }>('app.go-to')

export const SHOW_DRAWER = createEvent<{ drawer: string }>('app.show-drawer')

/** Requests to open or close a sidebar (a sheet on phones). */
export const TOGGLE_SIDEBAR = createEvent<{ side: 'left' | 'right' }>('app.toggle-sidebar')

export const PALETTE = createEvent<{ open: 'toggle' } | { ask: string }>('app.palette')

/** Emitted with a command's translated result, for screen readers. */
export const DONE = createEvent<{ readonly text: string }>('app.done')

export interface DroppedFiles {
  readonly files: readonly UserFile[]
  /** Name of the folder that contains the files. */
  readonly folder?: string
}

/**
 * Emitted when a logged-in user drops files, once per folder. Activates plugins with
 * `event:app.files-dropped`.
 */
export const FILES_DROPPED = createEvent<DroppedFiles>('app.files-dropped')
