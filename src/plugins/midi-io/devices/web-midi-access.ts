import type { EventBus } from '../../../core/events/event-bus.js'
import type { NoticeBoard } from '../../../core/events/notices.js'
import { messageOf } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import type { ClockPort, Logger } from '../../../core/platform/ports.js'
import { createStore, type Disposable, disposable } from '../../../core/platform/store.js'
import {
  type AccessView,
  GONE_TOPIC,
  type InputPort,
  type MidiAccess,
  type MidiPage,
  PORTS_CHANGED,
} from '../tokens.js'
import type { DeviceInputs } from './device-inputs.js'

const GONE = phrases({
  input: '“{{name}}” was unplugged. Its held notes were released.',
  output: '“{{name}}” was unplugged. Choose another output to send MIDI.',
})

const TAKEN = phrases({
  message: '“{{name}}” is in use by another program. Close it there and try again.',
  again: 'Try again',
})

const NO_PORTS = { asking: false, sysex: false, inputs: [], outputs: [], taken: [] } as const

const TRUSTED_MS = 1000 // a larger difference means that the time stamp uses another clock

interface WebMidiAccessParts {
  readonly clock: Pick<ClockPort, 'now'>
  readonly events: Pick<EventBus, 'emit'>
  readonly notices: Pick<NoticeBoard, 'post'>
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly input: Pick<DeviceInputs, 'receive' | 'release'>
  readonly chosenOutput: () => string
}

export class WebMidiAccess implements MidiAccess, Disposable {
  readonly view = createStore<AccessView>({ status: 'PROMPT', ...NO_PORTS, asking: true })
  private readonly goneListeners = new Set<(id: string) => void>()
  private readonly backListeners = new Set<(id: string) => void>()
  private targets = new Map<string, ReturnType<OpenMidi['outputs']>[number]>()
  private attached = new Map<string, NativeInput>()
  private asked = new Set<string>()
  private page: MidiPage | undefined
  private opened: OpenMidi | undefined
  private asking: Promise<void> | undefined
  private watching: Disposable | undefined
  private ended = false

  constructor(private readonly parts: WebMidiAccessParts) {}

  /** Requests access immediately (specification, section 4). Without a page, there are no devices. */
  async start(page: MidiPage | undefined): Promise<void> {
    if (this.ended) return
    this.page = page
    if (!page?.requestAccess) {
      this.view.setState({ ...NO_PORTS, status: 'unsupported' })
      if (page) this.parts.log.info('Midi not enabled', 'this browser has no Web MIDI')
      return
    }
    this.watching = page.onPermissionChange(() => void this.followPermission())
    const permission = await this.permission()
    if (permission === 'denied') this.refuse('refused', 'the permission is denied')
    else await this.request()
  }

  request({ sysex = true }: { readonly sysex?: boolean } = {}): Promise<void> {
    this.asking ??= this.ask(sysex).finally(() => {
      this.asking = undefined
    })
    return this.asking
  }

  find(id: string) {
    return this.targets.get(id)
  }

  onGone(listener: (id: string) => void): Disposable {
    this.goneListeners.add(listener)
    return disposable(() => this.goneListeners.delete(listener))
  }

  onBack(listener: (id: string) => void): Disposable {
    this.backListeners.add(listener)
    return disposable(() => this.backListeners.delete(listener))
  }

  dispose(): void {
    this.ended = true
    this.watching?.dispose()
    this.close()
  }

  private async ask(sysex: boolean): Promise<void> {
    const requestAccess = this.page?.requestAccess
    if (!requestAccess || this.ended) return
    this.close()
    this.view.setState({ ...NO_PORTS, status: 'PROMPT', asking: true, reason: undefined })
    try {
      const opened = await openMidi(requestAccess, sysex)
      if (this.ended) {
        opened.close()
        return
      }
      this.opened = opened
    } catch (thrown) {
      this.refuse(reasonOf(thrown), messageOf(thrown))
      return
    }
    this.opened.onChange(() => this.refresh())
    this.refresh()
    const { inputs, outputs } = this.view.getState()
    this.parts.log.info('Midi enabled', inputs, outputs)
  }

  private refuse(reason: AccessView['reason'], why: string): void {
    if (this.ended) return
    this.view.setState({ ...NO_PORTS, status: 'DENIED', reason })
    this.parts.log.info('Midi not enabled', why)
    this.parts.events.emit(PORTS_CHANGED, this.view.getState())
  }

  private async permission(): Promise<'granted' | 'prompt' | 'denied'> {
    try {
      return (await this.page?.permission()) ?? 'denied'
    } catch (thrown) {
      // Treat a failed query as denied. Users can still request permission (specification, section 4).
      this.parts.log.warn('Couldn’t read the MIDI permission', thrown)
      return 'denied'
    }
  }

  private async followPermission(): Promise<void> {
    const permission = await this.permission()
    const { status, asking } = this.view.getState()
    if (this.ended || asking) return
    if (permission === 'granted' && status !== 'OK') await this.request()
    if (permission === 'denied' && status === 'OK') {
      this.close()
      this.refuse('refused', 'the permission was revoked')
    }
  }

  private refresh(): void {
    const { opened } = this
    if (!opened) return
    const inputs = new Map(opened.inputs().map(port => [port.id, port]))
    const outputs = new Map(opened.outputs().map(port => [port.id, port]))
    const before = this.view.getState()
    const first = before.status !== 'OK'

    for (const [id, port] of this.attached) {
      if (inputs.get(id) === port) continue
      this.detach(id, port)
      if (!inputs.has(id)) this.tellGone('input', port.name ?? id)
    }
    for (const [id, port] of inputs) if (!this.attached.has(id)) this.attach(id, port)
    const lost = [...this.targets.values()].filter(({ id }) => !outputs.has(id))
    const back = [...outputs.keys()].filter(id => !this.targets.has(id))
    this.targets = outputs
    for (const id of back) for (const listener of this.backListeners) listener(id)
    for (const { id, name } of lost) {
      for (const listener of this.goneListeners) listener(id)
      if (id === this.parts.chosenOutput()) this.tellGone('output', name)
    }

    this.askWhoHolds(opened, [...inputs.values(), ...outputs.values()].map(portOf))

    const now = { inputs: [...inputs.values()].map(portOf), outputs: [...outputs.values()].map(portOf) }
    // Opening a port also fires this event.
    if (!first && sameIds(before.inputs, now.inputs) && sameIds(before.outputs, now.outputs)) return
    const { sysex } = opened
    this.view.setState({ status: 'OK', asking: false, sysex, reason: undefined, ...now })
    this.parts.events.emit(PORTS_CHANGED, this.view.getState())
  }

  private askWhoHolds(opened: OpenMidi, ports: readonly InputPort[]): void {
    const before = this.asked
    this.asked = new Set(ports.map(({ id }) => id))
    const { taken = [] } = this.view.getState()
    const left = taken.filter(id => this.asked.has(id))
    if (left.length < taken.length) this.view.setState({ taken: left })
    for (const port of ports) if (!before.has(port.id)) void this.tellIfTaken(opened, port)
  }

  private async tellIfTaken(opened: OpenMidi, { id, name }: InputPort): Promise<void> {
    const taken = await opened.isTaken(id)
    if (!taken || this.opened !== opened || !this.asked.has(id)) return
    this.view.setState(({ taken: known = [] }) => ({ taken: [...known, id] }))
    this.parts.log.warn(`The MIDI port ${name} is in use by another program`)
    this.parts.notices.post({
      kind: 'warning',
      source: 'midi-io',
      code: 'port_taken',
      message: TAKEN.message,
      values: { name },
      action: { label: TAKEN.again, run: () => void this.request() },
    })
  }

  /** Replaces WEBMIDI.js's handler, which creates about thirty objects per message. */
  private attach(id: string, port: NativeInput): void {
    const { clock, input } = this.parts
    port.onmidimessage = ({ data, timeStamp }: NativeMessage) => {
      if (!data) return
      const now = clock.now()
      const at = Math.abs(timeStamp - now) < TRUSTED_MS ? timeStamp : now
      input.receive(data, { portId: id, at })
    }
    this.attached.set(id, port)
  }

  private detach(id: string, port: NativeInput): void {
    port.onmidimessage = null
    this.attached.delete(id)
    this.parts.input.release(id)
  }

  private tellGone(kind: keyof typeof GONE, name: string): void {
    const message = GONE[kind]
    this.parts.notices.post({
      kind: 'warning',
      message,
      values: { name },
      source: 'midi-io',
      topic: GONE_TOPIC,
    })
  }

  private close(): void {
    for (const [id, port] of this.attached) this.detach(id, port)
    for (const id of this.targets.keys()) for (const listener of this.goneListeners) listener(id)
    this.targets = new Map()
    this.asked = new Set()
    this.opened?.close()
    this.opened = undefined
  }
}

/** A rejection isn't always an `Error`, but its `name` is reliable. */
function reasonOf(thrown: unknown): AccessView['reason'] {
  const name = typeof thrown === 'object' && thrown !== null && 'name' in thrown ? thrown.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  if (name === 'InvalidStateError' || name === 'NotSupportedError') return 'no-midi-system'
  return 'failed'
}

function portOf(port: { id: string; name: string | null; manufacturer: string | null }): InputPort {
  return { id: port.id, name: port.name ?? port.id, manufacturer: port.manufacturer ?? '' }
}

function sameIds(a: readonly InputPort[], b: readonly InputPort[]): boolean {
  return a.length === b.length && a.every((port, index) => port.id === b[index]?.id)
}

interface NativeInput {
  readonly id: string
  readonly name: string | null
  readonly manufacturer: string | null
  readonly state: string
  open(): Promise<unknown>
  onmidimessage: ((event: NativeMessage) => void) | null
}

interface NativeMessage {
  readonly data: Uint8Array | null
  readonly timeStamp: number
}

interface NativeAccess {
  readonly inputs: ReadonlyMap<string, NativeInput>
  readonly outputs: ReadonlyMap<string, Pick<NativeInput, 'open'>>
  readonly sysexEnabled: boolean
  addEventListener(type: 'statechange', listener: () => void): void
  removeEventListener(type: 'statechange', listener: () => void): void
}

type OpenMidi = Awaited<ReturnType<typeof openMidi>>

type RequestAccess = (options: { readonly sysex: boolean; readonly software: boolean }) => Promise<unknown>

let closing: Promise<unknown> = Promise.resolve() // shared, because WEBMIDI.js is a singleton

/** @throws the browser's rejection, which may not be an Error but has a `name` */
async function openMidi(requestAccess: RequestAccess, sysex: boolean) {
  const { WebMidi } = await import('webmidi')
  await closing
  // While enabled, WEBMIDI.js ignores `enable` and keeps the ports from the previous request.
  if (WebMidi.enabled) await WebMidi.disable()
  try {
    await WebMidi.enable({ sysex, software: true, requestMIDIAccessFunction: requestAccess })
  } catch (thrown) {
    // On Windows, the call fails if another program uses one of the ports. The others still work.
    if (!WebMidi.enabled) throw thrown
  }
  const access = WebMidi.interface as unknown as NativeAccess
  let listener: (() => void) | undefined

  return {
    sysex: access.sysexEnabled,
    inputs: (): NativeInput[] => [...access.inputs.values()].filter(isThere),
    outputs: () =>
      WebMidi.outputs
        .filter(port => isThere(port))
        .map(port => ({
          id: port.id,
          name: port.name,
          manufacturer: port.manufacturer,
          // WEBMIDI.js interprets a number as an absolute time.
          send: (bytes: readonly number[], atMs: number) => void port.send([...bytes], { time: atMs }),
        })),
    async isTaken(id: string): Promise<boolean> {
      try {
        await (access.inputs.get(id) ?? access.outputs.get(id))?.open()
        return false
      } catch (thrown) {
        // Any other error means that the port is being unplugged.
        return thrown instanceof Object && 'name' in thrown && thrown.name === 'InvalidAccessError'
      }
    },
    onChange(changed: () => void): void {
      if (listener) access.removeEventListener('statechange', listener)
      listener = changed
      access.addEventListener('statechange', changed)
    },
    close(): void {
      if (listener) access.removeEventListener('statechange', listener)
      // Disabling rejects if a port has been unplugged.
      closing = WebMidi.disable().catch(() => undefined)
    },
  }
}

function isThere(port: { readonly state: string }): boolean {
  return port.state === 'connected'
}
