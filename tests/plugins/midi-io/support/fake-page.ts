/** A page over the fake of Web MIDI: what the plugin would find in a browser. */
import { disposable } from '../../../../src/core/platform/disposable.js'
import type { KeyListener, MidiPage } from '../../../../src/plugins/midi-io/tokens.js'
import { type FakeOptions, fakeWebMidi } from '../../../support/fake-web-midi.js'

export interface FakePage extends MidiPage {
  hide(): void
  keys: KeyListener | undefined
  readonly listeners: () => number
}

export function makePage(options: FakeOptions & { readonly supported?: boolean } = {}) {
  const midi = fakeWebMidi(options)
  const hideListeners = new Set<() => void>()
  const changeListeners = new Set<() => void>()
  const { supported = true } = options
  const page: FakePage = {
    ...(supported ? { requestAccess: midi.requestMIDIAccess } : {}),
    permission: async () => (await midi.query()).state as 'granted' | 'prompt' | 'denied',
    onPermissionChange(listener) {
      changeListeners.add(listener)
      return disposable(() => changeListeners.delete(listener))
    },
    onHide(run) {
      hideListeners.add(run)
      return disposable(() => hideListeners.delete(run))
    },
    onKeys(listener) {
      page.keys = listener
      return disposable(() => {
        page.keys = undefined
      })
    },
    hide() {
      for (const run of hideListeners) run()
    },
    keys: undefined,
    listeners: () => hideListeners.size + changeListeners.size + (page.keys ? 1 : 0),
  }
  const setPermission = (state: 'granted' | 'prompt' | 'denied') => {
    midi.setPermission(state)
    for (const listener of changeListeners) listener()
  }
  return { midi, page, setPermission }
}
