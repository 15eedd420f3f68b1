import { type Disposable, disposable } from '../platform/store.js'
import { type FakeOptions, type FakeWebMidi, fakeWebMidi } from './fake-web-midi.js'

interface Keys {
  down(code: string, repeated: boolean): boolean
  up(code: string): void
  lost(): void
}

type Permission = 'granted' | 'prompt' | 'denied'

/** Fake `MidiPage` with controls for tests. */
export interface FakeMidiPage {
  readonly requestAccess?: FakeWebMidi['requestMIDIAccess']
  permission(): Promise<Permission>
  onPermissionChange(listener: () => void): Disposable
  onHide(run: () => void): Disposable
  onKeys(listener: Keys): Disposable
  hide(): void
  keys: Keys | undefined
  readonly listeners: () => number
}

export interface FakeMidi {
  readonly midi: FakeWebMidi
  /** Override for the test kernel: `[MIDI_PAGE, async () => page]`. */
  readonly page: FakeMidiPage
  setPermission(state: Permission): void
}

/**
 * Creates fake MIDI devices for a test kernel with the `midi-io` plugin.
 * @param options `supported: false` for a browser without Web MIDI
 * @example
 * const { midi, page } = fakeMidi({ permission: 'granted', inputs: [{ id: 'guitar' }] })
 * const kernel = await createTestKernel({ plugins: [manifest], overrides: [[MIDI_PAGE, async () => page]] })
 * await kernel.host.activate('midi-io')
 * midi.play('guitar', [0x90, 64, 100])
 */
export function fakeMidi(options: FakeOptions & { readonly supported?: boolean } = {}): FakeMidi {
  const midi = fakeWebMidi(options)
  const hideListeners = new Set<() => void>()
  const changeListeners = new Set<() => void>()
  const added = (listeners: Set<() => void>, listener: () => void) => {
    listeners.add(listener)
    return disposable(() => listeners.delete(listener))
  }
  const { supported = true } = options
  const page: FakeMidiPage = {
    ...(supported ? { requestAccess: midi.requestMIDIAccess } : {}),
    permission: async () => (await midi.query()).state as Permission,
    onPermissionChange: listener => added(changeListeners, listener),
    onHide: run => added(hideListeners, run),
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
  const setPermission = (state: Permission) => {
    midi.setPermission(state)
    for (const listener of changeListeners) listener()
  }
  return { midi, page, setPermission }
}
