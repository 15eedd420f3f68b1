/** Asks the host's router to go somewhere: commands know no router. */
import type { UserFile } from '../platform/ports.js'
import { createEvent } from './event-bus.js'

/** `path` from the site root, with query and fragment. */
export const GO_TO = createEvent<{ path: string }>('app.go-to')

/** `drawer` is the id of a drawer of the present route. */
export const SHOW_DRAWER = createEvent<{ drawer: string }>('app.show-drawer')

/**
 * Opens the palette or, where it is open, closes it.
 *
 * @param ask the command that it begins to ask for, and shows nothing else
 */
export const PALETTE = createEvent<{ open: 'toggle' } | { ask: string }>('app.palette')

/** Sent only while the user is logged in. A plugin with `event:app.files-dropped` is started first. */
export const FILES_DROPPED = createEvent<{ readonly files: readonly UserFile[] }>('app.files-dropped')
