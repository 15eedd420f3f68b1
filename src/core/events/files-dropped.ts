/** Files that were dropped outside of every drop area: plugins that can read them take them. */
import type { UserFile } from '../platform/ports.js'
import { createEvent } from './event-bus.js'

/** Sent only while the user is logged in. A plugin with `event:app.files-dropped` is started first. */
export const FILES_DROPPED = createEvent<{ readonly files: readonly UserFile[] }>('app.files-dropped')
