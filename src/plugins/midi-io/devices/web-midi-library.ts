/** WEBMIDI.js as we use it: loaded when a device is wanted, for access, ports and sending. */

/** The part of a browser's MIDI input port that is read here. */
export interface NativeInput {
  readonly id: string
  readonly name: string | null
  readonly manufacturer: string | null
  readonly state: string
  open(): Promise<unknown>
  onmidimessage: ((event: NativeMessage) => void) | null
}

export interface NativeMessage {
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

interface OutputPortOfLibrary {
  readonly id: string
  readonly name: string
  readonly manufacturer: string
  send(bytes: readonly number[], atMs: number): void
}

export interface OpenMidi {
  readonly sysex: boolean
  inputs(): NativeInput[]
  outputs(): OutputPortOfLibrary[]
  /** Whether another program holds a port, so that this page cannot use it. */
  isTaken(id: string): Promise<boolean>
  /** Called after ports came or went. */
  onChange(listener: () => void): void
  /** Lets all ports go. */
  close(): void
}

type RequestAccess = (options: { readonly sysex: boolean; readonly software: boolean }) => Promise<unknown>

/** The library is one object for the whole page: the next opening waits for the last closing. */
let closing: Promise<unknown> = Promise.resolve()

/** @throws what the browser rejects with; not always an Error, but always with a `name` */
export async function openMidi(requestAccess: RequestAccess, sysex: boolean): Promise<OpenMidi> {
  const { WebMidi } = await import('webmidi')
  await closing
  // It would answer a second request with the first one's ports, without asking.
  if (WebMidi.enabled) await WebMidi.disable()
  try {
    await WebMidi.enable({ sysex, software: true, requestMIDIAccessFunction: requestAccess })
  } catch (thrown) {
    // One port that another program holds (usual on Windows) fails the whole call; the others work all the same.
    if (!WebMidi.enabled) throw thrown
  }
  const access = WebMidi.interface as unknown as NativeAccess
  let listener: (() => void) | undefined

  const opened: OpenMidi = {
    sysex: access.sysexEnabled,
    inputs: () => [...access.inputs.values()].filter(isThere),
    outputs: () =>
      WebMidi.outputs
        .filter(port => isThere(port))
        .map(port => ({
          id: port.id,
          name: port.name,
          manufacturer: port.manufacturer,
          // A number is an absolute time; the library checks the bytes once more.
          send: (bytes, atMs) => void port.send([...bytes], { time: atMs }),
        })),
    async isTaken(id) {
      try {
        await (access.inputs.get(id) ?? access.outputs.get(id))?.open()
        return false
      } catch (thrown) {
        // Any other failure is that of a port being unplugged right now, which is reported as such.
        return thrown instanceof Object && 'name' in thrown && thrown.name === 'InvalidAccessError'
      }
    },
    onChange(changed) {
      if (listener) access.removeEventListener('statechange', listener)
      listener = changed
      access.addEventListener('statechange', changed)
    },
    close() {
      if (listener) access.removeEventListener('statechange', listener)
      closing = WebMidi.disable().catch(ignorePortsThatAreGone)
    },
  }
  return opened
}

function isThere(port: { readonly state: string }): boolean {
  return port.state === 'connected'
}

function ignorePortsThatAreGone(): void {
  // Closing a port that was unplugged rejects, and there is nothing left to close.
}
