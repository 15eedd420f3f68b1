/** Asks the host's router to go somewhere: commands know no router. */
import { createEvent } from './event-bus.js'

/** `path` from the site root, with query and fragment. */
export const GO_TO = createEvent<{ path: string }>('app.go-to')
