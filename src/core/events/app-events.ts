/** Asks the host's router to go somewhere: commands know no router. */
import type { UserFile } from '../platform/ports.js'
import { createEvent } from './event-bus.js'

/** `path` from the site root, with query and fragment. */
export const GO_TO = createEvent<{ path: string }>('app.go-to')

/** `drawer` is the id of a drawer of the present route. */
export const SHOW_DRAWER = createEvent<{ drawer: string }>('app.show-drawer')

/** Sent only while the user is logged in. A plugin with `event:app.files-dropped` is started first. */
export const FILES_DROPPED = createEvent<{ readonly files: readonly UserFile[] }>('app.files-dropped')
