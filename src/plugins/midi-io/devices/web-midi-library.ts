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

export type OpenMidi = Awaited<ReturnType<typeof openMidi>>

type RequestAccess = (options: { readonly sysex: boolean; readonly software: boolean }) => Promise<unknown>

let closing: Promise<unknown> = Promise.resolve() // the library is one object for the whole page

/** @throws what the browser rejects with; not always an Error, but it has a `name` */
export async function openMidi(requestAccess: RequestAccess, sysex: boolean) {
  const { WebMidi } = await import('webmidi')
  await closing
  // The library would answer a second request with the ports of the first.
  if (WebMidi.enabled) await WebMidi.disable()
  try {
    await WebMidi.enable({ sysex, software: true, requestMIDIAccessFunction: requestAccess })
  } catch (thrown) {
    // On Windows, one port held by another program fails the whole call; the others work.
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
          // A number is an absolute time.
          send: (bytes: readonly number[], atMs: number) => void port.send([...bytes], { time: atMs }),
        })),
    async isTaken(id: string): Promise<boolean> {
      try {
        await (access.inputs.get(id) ?? access.outputs.get(id))?.open()
        return false
      } catch (thrown) {
        // Other failures are those of a port that is just being unplugged.
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
      // Closing a port that was unplugged rejects.
      closing = WebMidi.disable().catch(() => undefined)
    },
  }
}

function isThere(port: { readonly state: string }): boolean {
  return port.state === 'connected'
}
