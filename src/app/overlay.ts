/** Something that lies over every screen until it is closed: whoever has made it asks for it by an event. */
import type { ComponentType } from 'react'
import { createEvent } from '../core/events/event-bus.js'

export interface Overlay {
  readonly Shown: ComponentType<{ readonly onClose: () => void }>
}

export const OVERLAY = createEvent<Overlay>('app.overlay')
