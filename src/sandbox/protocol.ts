import { codeOf, FretworkError, messageOf } from '../core/platform/fretwork-error.js'

export interface PluginStart {
  readonly plugin: string
  /** Address of the plugin's script. */
  readonly entry: string
  readonly settings: object
  readonly words: Words
  /** States of `STORES` in `host/offered.ts` that exist and are permitted. */
  readonly stores: Readonly<Record<string, unknown>>
  /** Unix time at which the page's clock was 0, ms. */
  readonly timeOrigin: number
}

export interface Words {
  readonly language: string
  readonly locale: string
  readonly sentences: Readonly<Record<string, string>>
}

type Failure = { readonly code: string; readonly message: string }
type Message =
  | { readonly call: number; readonly name: string; readonly args: readonly unknown[] }
  | { readonly answer: number; readonly value?: unknown; readonly failure?: Failure }
  | { readonly say: string; readonly args: readonly unknown[] }

type Named = { readonly name: string; readonly args: readonly unknown[] }
export type Received =
  | { readonly kind: 'answer'; readonly number: number }
  | ({ readonly kind: 'call'; readonly number: number } & Named)
  | ({ readonly kind: 'say' } & Named)

export function readMessage(data: unknown): Received | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { answer, call, name, say, args } = data as Readonly<Record<string, unknown>>
  if (typeof answer === 'number') return { kind: 'answer', number: answer }
  if (!Array.isArray(args)) return undefined
  if (typeof call === 'number' && typeof name === 'string') return { kind: 'call', number: call, name, args }
  return call === undefined && typeof say === 'string' ? { kind: 'say', name: say, args } : undefined
}

export type Handler = (...args: readonly never[]) => unknown

export interface PortLike {
  postMessage(message: unknown): void
  onmessage: ((event: MessageEvent) => void) | null
}

/** Message channel. The other end is never trusted, so handlers validate all data. */
export class Channel {
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  private last = 0
  private closed: Error | undefined

  /** @param failed called if a handler throws for a message that expects no answer */
  constructor(
    private readonly port: PortLike,
    private readonly handlers: Readonly<Record<string, Handler>>,
    private readonly failed: (error: Error) => void,
  ) {
    port.onmessage = event => void this.receive(event.data)
  }

  /** @throws FretworkError with the error code from the other end, or `apart_ended` */
  call(name: string, args: readonly unknown[]): Promise<unknown> {
    if (this.closed) return Promise.reject(this.closed)
    const call = ++this.last
    this.post({ call, name, args })
    return new Promise((resolve, reject) => this.waiting.set(call, { resolve, reject }))
  }

  say(name: string, args: readonly unknown[]): void {
    if (!this.closed) this.post({ say: name, args })
  }

  close(reason = new FretworkError('apart_ended', 'The plugin was stopped.')): void {
    this.closed ??= reason
    this.port.onmessage = null
    for (const { reject } of this.waiting.values()) reject(this.closed)
    this.waiting.clear()
  }

  private post(message: Message): void {
    try {
      this.port.postMessage(message)
    } catch (cause) {
      const message = `Data passed to or from a sandboxed plugin can’t contain functions or elements: ${messageOf(cause)}`
      throw new FretworkError('apart_not_data', message, { cause })
    }
  }

  private async receive(data: unknown): Promise<void> {
    const message = readMessage(data)
    if (!message) return
    if (message.kind === 'answer') return this.settle(message.number, Object(data))
    const { name, args } = message
    const call = message.kind === 'call' ? message.number : undefined
    try {
      const handler = Object.hasOwn(this.handlers, name) ? this.handlers[name] : undefined
      if (!handler) throw new FretworkError('apart_unknown', `There is nothing called "${name}" here.`)
      const value = await handler(...(args as never[]))
      if (call !== undefined && !this.closed) this.post({ answer: call, value })
    } catch (error) {
      const failure = { code: codeOf(error), message: messageOf(error) }
      if (call === undefined) this.failed(error instanceof Error ? error : new Error(failure.message))
      else if (!this.closed) this.post({ answer: call, failure })
    }
  }

  private settle(call: number, { value, failure }: Partial<Record<string, unknown>>): void {
    const waiting = this.waiting.get(call)
    this.waiting.delete(call)
    if (!waiting) return
    const { code, message } = Object(failure) as Partial<Failure>
    if (failure === undefined) waiting.resolve(value)
    else waiting.reject(new FretworkError(String(code).slice(0, 60), String(message).slice(0, 1000)))
  }
}

/** Connects two channels in one thread. Messages are copied, as between threads. */
export function localPorts(): readonly [PortLike, PortLike] {
  const send = (message: unknown, to: PortLike) => {
    const copy: unknown = structuredClone(message)
    queueMicrotask(() => to.onmessage?.({ data: copy } as MessageEvent))
  }
  const first: PortLike = { onmessage: null, postMessage: message => send(message, second) }
  const second: PortLike = { onmessage: null, postMessage: message => send(message, first) }
  return [first, second]
}

export function throttled<A extends readonly unknown[]>(
  everyMs: number,
  pass: (...args: A) => void,
  after: (run: () => void, ms: number) => unknown = setTimeout,
): (...args: A) => void {
  let newest: A | undefined
  let isPausing = false
  const next = () => {
    isPausing = newest !== undefined
    if (newest === undefined) return
    const args = newest
    newest = undefined
    after(next, everyMs)
    pass(...args)
  }
  return (...args) => {
    newest = args
    if (!isPausing) next()
  }
}
