/** Notices when the user has done the present step, wherever on the page that was. */
import { PALETTE } from '../../core/events/app-events.js'
import type { EventBus } from '../../core/events/event-bus.js'
import { EVENTS, SETTINGS } from '../../core/kernel/services/tokens.js'
import type { Disposable } from '../../core/platform/disposable.js'
import { inject, injectable } from '../../core/platform/services/inject.js'
import type { Settings } from '../../core/settings/settings.js'
import { MIDI_EVENT, SONG_PORT } from '../midi-io/tokens.js'
import { SONG_PLAYING } from '../player/tokens.js'
import { STEPS, type Step, welcomeSettings } from './settings.js'

@injectable()
export class FirstSteps implements Disposable {
  private readonly listening: readonly Disposable[]

  constructor(
    @inject(SETTINGS) private readonly settings: Settings,
    @inject(EVENTS) events: EventBus,
  ) {
    this.listening = [
      events.on(SONG_PLAYING, plays => {
        if (plays) this.did('song')
      }),
      events.on(MIDI_EVENT, ({ on, portId }) => {
        // The song comes in through the same event.
        if (on === true && portId !== SONG_PORT) this.did('notes')
      }),
      events.on(PALETTE, () => this.did('palette')),
    ]
  }

  /** The present step; undefined once all are done. */
  now(): Step | undefined {
    return STEPS[this.store.getState().done]
  }

  skip(): void {
    this.store.change({ done: STEPS.length })
  }

  restart(): void {
    this.store.change({ done: 0 })
  }

  dispose(): void {
    for (const each of this.listening) each.dispose()
  }

  private get store() {
    return this.settings.store(welcomeSettings)
  }

  /** Only the present step counts: the others are still to be seen. */
  private did(step: Step): void {
    if (this.now() === step) this.store.change({ done: this.store.getState().done + 1 })
  }
}
