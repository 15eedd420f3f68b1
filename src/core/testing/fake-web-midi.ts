/**
 * Fake Web MIDI implementation for Vitest and browsers. Self-contained, so that Playwright can inject it into
 * a page: `page.addInitScript(fakeWebMidi, { install: true, inputs: [...] })`. It is then available as
 * `window.fakeWebMidi`.
 */

interface Navigator {
  readonly permissions: { query(wanted: { readonly name: string }): Promise<unknown> }
}

export interface FakePort {
  readonly id: string
  readonly name?: string
  readonly manufacturer?: string
}

export interface FakeOptions {
  readonly permission?: 'granted' | 'prompt' | 'denied'
  /** Answer to the permission prompt. `wait` keeps it open until `answer` is called. */
  readonly prompt?: 'grant' | 'deny' | 'wait'
  readonly refuseSysex?: boolean
  /** Error with which all requests reject, such as `InvalidStateError` on systems without MIDI support. */
  readonly failure?: string
  /** IDs of ports that another program has open. */
  readonly busy?: readonly string[]
  /** Adds `clear` to outputs. Chromium does not have it. */
  readonly withClear?: boolean
  readonly inputs?: readonly FakePort[]
  readonly outputs?: readonly FakePort[]
  /** Clock, ms; default: `performance.now()`. */
  readonly now?: () => number
  /** Replaces the browser's own implementation. */
  readonly install?: boolean
}

export interface FakeSent {
  readonly portId: string
  readonly bytes: readonly number[]
  readonly at: number
}

export interface FakeWebMidi {
  requestMIDIAccess(options?: { sysex?: boolean; software?: boolean }): Promise<unknown>
  query(): Promise<EventTarget & { state: string }>
  readonly requests: readonly { sysex?: boolean; software?: boolean }[]
  readonly sent: FakeSent[]
  heard(portId?: string): FakeSent[]
  answer(how: 'grant' | 'deny'): void
  setPermission(state: 'granted' | 'prompt' | 'denied'): void
  plug(kind: 'input' | 'output', port: FakePort): void
  unplug(id: string): void
  play(id: string, bytes: readonly number[], timeStamp?: number): void
  isListenedTo(id: string): boolean
}

/**
 * Creates a fake Web MIDI implementation with devices that a test can connect, play and listen to.
 * @example
 * const midi = fakeWebMidi({ permission: 'granted', inputs: [{ id: 'guitar' }], outputs: [{ id: 'synth' }] })
 * midi.play('guitar', [0x90, 64, 100])
 * midi.heard('synth') // messages sent to the synth, in playback order
 */
export function fakeWebMidi(options: FakeOptions = {}): FakeWebMidi {
  const now = options.now ?? (() => performance.now())
  const sent: FakeSent[] = []
  const requests: { sysex?: boolean; software?: boolean }[] = []
  const accesses: FakeAccess[] = []
  let waiting: ((how: 'grant' | 'deny') => void)[] = []

  type FakeEvent = Readonly<Record<string, unknown>>
  type Handler = ((event: FakeEvent) => void) | null

  /** Calls `on…` handlers itself, because EventTarget does not do so in all DOM libraries. */
  class FakeTarget {
    private readonly listeners = new Map<string, Set<(event: FakeEvent) => void>>()
    onstatechange: Handler = null
    onmidimessage: Handler = null

    addEventListener(type: string, listener: (event: FakeEvent) => void) {
      const known = this.listeners.get(type) ?? new Set()
      this.listeners.set(type, known.add(listener))
    }

    removeEventListener(type: string, listener: (event: FakeEvent) => void) {
      this.listeners.get(type)?.delete(listener)
    }

    isListenedTo() {
      return this.onmidimessage !== null || (this.listeners.get('midimessage')?.size ?? 0) > 0
    }

    tell(type: 'statechange' | 'midimessage', fields: FakeEvent) {
      const event = { type, target: this, timeStamp: now(), ...fields }
      this[`on${type}`]?.(event)
      for (const listener of [...(this.listeners.get(type) ?? [])]) listener(event)
    }
  }

  const failure = (name: string, message: string) => new DOMException(message, name)

  class FakeMidiPort extends FakeTarget {
    readonly id: string
    readonly name: string
    readonly manufacturer: string
    readonly version = '1'
    readonly type: 'input' | 'output'
    state = 'connected'
    connection = 'closed'

    constructor(type: 'input' | 'output', { id, name = id, manufacturer = '' }: FakePort) {
      super()
      this.type = type
      this.id = id
      this.name = name
      this.manufacturer = manufacturer
    }

    async open() {
      if (this.state === 'disconnected') throw failure('InvalidStateError', 'The port is gone.')
      if (options.busy?.includes(this.id)) throw failure('InvalidAccessError', 'The port is busy.')
      if (this.connection === 'open') return this
      this.connection = 'open'
      await announce(this)
      return this
    }

    async close() {
      if (this.connection === 'closed') return this
      this.connection = 'closed'
      await announce(this)
      return this
    }

    send(bytes: ArrayLike<number>, at = 0) {
      if (this.state === 'disconnected') throw failure('InvalidStateError', 'The port is gone.')
      if (this.connection === 'closed') this.connection = 'open'
      if ((bytes[0] ?? 0) < 128) throw new TypeError('Running status is not allowed.')
      sent.push({ portId: this.id, bytes: Array.from(bytes), at: Math.max(at, now()) })
    }
  }

  class FakeAccess extends FakeTarget {
    readonly inputs = new Map<string, FakeMidiPort>()
    readonly outputs = new Map<string, FakeMidiPort>()

    constructor(readonly sysexEnabled: boolean) {
      super()
    }
  }

  const ports = new Map<string, FakeMidiPort>()

  const announce = async (port: FakeMidiPort) => {
    await Promise.resolve()
    port.tell('statechange', { port })
    for (const access of accesses) access.tell('statechange', { port })
  }

  const mapOf = (access: FakeAccess, port: FakeMidiPort) =>
    port.type === 'input' ? access.inputs : access.outputs

  const plug = (kind: 'input' | 'output', description: FakePort) => {
    const known = ports.get(description.id)
    const port = known?.type === kind ? known : new FakeMidiPort(kind, description)
    port.state = 'connected'
    if (port.connection === 'pending') port.connection = 'open'
    if (options.withClear && kind === 'output') Object.assign(port, { clear: () => clear(port.id) })
    ports.set(port.id, port)
    for (const access of accesses) mapOf(access, port).set(port.id, port)
    void announce(port)
  }

  const clear = (id: string) => {
    const isLater = ({ portId, at }: FakeSent) => portId === id && at > now()
    for (const message of sent.filter(isLater)) sent.splice(sent.indexOf(message), 1)
  }

  const grant = (sysex: boolean) => {
    const access = new FakeAccess(sysex)
    for (const port of ports.values()) {
      if (port.state === 'connected') mapOf(access, port).set(port.id, port)
    }
    accesses.push(access)
    return access
  }

  const permissionStatus = Object.assign(new EventTarget(), { state: options.permission ?? 'prompt' })

  const setPermission = (state: 'granted' | 'prompt' | 'denied') => {
    permissionStatus.state = state
    permissionStatus.dispatchEvent(new Event('change'))
  }

  const fake: FakeWebMidi = {
    requests,
    sent,
    async requestMIDIAccess(asked = {}) {
      requests.push(asked)
      await Promise.resolve()
      if (options.failure) throw failure(options.failure, 'There is no MIDI here.')
      const refused = () => failure('NotAllowedError', 'The user said no.')
      if (asked.sysex && options.refuseSysex) throw refused()
      if (permissionStatus.state === 'denied') throw refused()
      if (permissionStatus.state === 'prompt') {
        const how =
          options.prompt === 'wait'
            ? await new Promise<'grant' | 'deny'>(resolve => waiting.push(resolve))
            : (options.prompt ?? 'grant')
        if (how === 'deny') throw refused()
        permissionStatus.state = 'granted'
      }
      return grant(asked.sysex === true)
    },
    async query() {
      return permissionStatus
    },
    heard(portId) {
      const chosen = portId === undefined ? [...sent] : sent.filter(message => message.portId === portId)
      return chosen.sort((a, b) => a.at - b.at)
    },
    answer(how) {
      const answered = waiting
      waiting = []
      for (const resolve of answered) resolve(how)
    },
    setPermission,
    plug,
    unplug(id) {
      const port = ports.get(id)
      if (!port) return
      port.state = 'disconnected'
      port.connection = port.connection === 'open' ? 'pending' : 'closed'
      for (const access of accesses) mapOf(access, port).delete(id)
      void announce(port)
    },
    isListenedTo: id => ports.get(id)?.isListenedTo() ?? false,
    play(id, bytes, timeStamp = now()) {
      const port = ports.get(id)
      if (!port || port.state === 'disconnected') return
      port.tell('midimessage', { data: Uint8Array.from(bytes), timeStamp })
    },
  }

  for (const input of options.inputs ?? []) plug('input', input)
  for (const output of options.outputs ?? []) plug('output', output)

  if (options.install) {
    const { navigator } = globalThis as unknown as { readonly navigator: Navigator }
    Object.defineProperty(navigator, 'requestMIDIAccess', {
      configurable: true,
      value: fake.requestMIDIAccess,
    })
    const permissions = navigator.permissions
    const query = permissions.query.bind(permissions)
    Object.defineProperty(permissions, 'query', {
      configurable: true,
      value: (wanted: { readonly name: string }) => (wanted.name === 'midi' ? fake.query() : query(wanted)),
    })
    Object.assign(globalThis, { fakeWebMidi: fake })
  }
  return fake
}
