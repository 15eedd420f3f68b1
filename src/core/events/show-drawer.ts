/** Asks the host to show one of the drawers beside the screen: commands know neither drawers nor sheets. */
import { createEvent } from './event-bus.js'

/** `drawer` is the id of a drawer of the present route. */
export const SHOW_DRAWER = createEvent<{ drawer: string }>('app.show-drawer')
