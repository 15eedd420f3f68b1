/** An overlay above every screen until it is closed, requested by an event. */
import type { ComponentType } from 'react'
import { createEvent } from '../core/events/event-bus.js'

export interface Overlay {
  readonly Shown: ComponentType<{ readonly onClose: () => void }>
}

export const OVERLAY = createEvent<Overlay>('app.overlay')
