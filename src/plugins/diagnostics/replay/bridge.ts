import * as z from 'zod/mini'
import { messageOf } from '../../../core/platform/fretwork-error.js'
import { storedJson } from '../../../core/platform/json.js'
import type { ClockPort, Logger } from '../../../core/platform/ports.js'
import { createStore, type Disposable } from '../../../core/platform/store.js'
import { createToken } from '../../../core/platform/token.js'
import { isSendable } from '../../../music/midi/midi-message.js'
import type { VirtualInput, VirtualInputs } from '../../midi-io/tokens.js'

export interface BridgeSocket {
  send(text: string): void
  onMessage(listener: (text: string) => void): void
  onClose(listener: () => void): void
  close(): void
}

interface BridgeParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly log: Pick<Logger, 'warn'>
  readonly unattended: () => boolean
  readonly inputs: () => Promise<VirtualInputs>
  /** @throws if the server doesn't respond */
  readonly openSocket: (address: string, words: readonly string[]) => Promise<BridgeSocket>
}

/** WebSocket subprotocol, sent together with the token. */
const BRIDGE_PROTOCOL = 'fretwork-replay'
/** Number of clock comparisons. The one with the shortest round trip determines the offset. */
const COMPARISONS = 5
const QUEUED_AT_MOST = 10_000
const PORT = { id: 'fretwork-replay', name: 'Replay', manufacturer: 'Fretwork' } as const

const frame = z.union([
  z.object({ type: z.literal('clock'), id: z.number(), at: z.number() }),
  z.object({
    type: z.literal('play'),
    messages: z.array(z.object({ at: z.number(), raw: z.array(z.int().check(z.gte(0), z.lte(255))) })),
  }),
  z.object({ type: z.literal('end') }),
])

interface Queued {
  readonly at: number
  readonly raw: readonly number[]
}

interface BridgeView {
  /** `offered`: a link was opened but hasn't been confirmed. `ended`: finished, or declined by the user. */
  readonly state: 'closed' | 'offered' | 'opening' | 'open' | 'ended' | 'failed'
  readonly port?: number
}

export function createBridge({ clock, log, unattended, inputs, openSocket }: BridgeParts) {
  const view = createStore<BridgeView>({ state: 'closed' })
  let offered: { readonly port: number; readonly token: string } | undefined
  let end: (state: 'ended' | 'failed') => void = () => undefined
  let attempt = 0

  const play = (socket: BridgeSocket, input: VirtualInput) => {
    const queue: Queued[] = []
    const asked = new Map<number, number>()
    let timer: Disposable | undefined
    let quickest = Number.POSITIVE_INFINITY
    /** Offset from the command line's clock to the browser's. */
    let offset = 0

    const playDue = () => {
      timer = undefined
      for (let first = queue[0]; first && first.at <= clock.now(); first = queue[0]) {
        queue.shift()
        input.receive(first.raw, first.at)
      }
      if (queue[0]) timer = clock.after(Math.max(0, queue[0].at - clock.now()), playDue)
    }
    const compare = (id: number) => {
      asked.set(id, clock.now())
      socket.send(JSON.stringify({ type: 'clock', id }))
    }
    const compared = (id: number, at: number) => {
      const sent = asked.get(id)
      if (sent === undefined) return
      const now = clock.now()
      if (now - sent < quickest) {
        quickest = now - sent
        offset = (sent + now) / 2 - at
      }
      if (id + 1 < COMPARISONS) return compare(id + 1)
      view.setState({ state: 'open' })
      socket.send(JSON.stringify({ type: 'ready' }))
    }
    const take = (messages: readonly Queued[]) => {
      for (const { at, raw } of messages) if (isSendable(raw)) queue.push({ at: at + offset, raw })
      if (queue.length > QUEUED_AT_MOST) return end('failed')
      if (!timer) playDue()
    }

    end = state => {
      end = () => undefined
      timer?.dispose()
      queue.length = 0
      input.dispose()
      socket.close()
      view.setState({ state })
    }
    socket.onClose(() => end('ended'))
    socket.onMessage(text => {
      const said = storedJson(frame, text)
      if (!said) {
        log.warn('The replay sent an unknown message', text)
        return end('failed')
      }
      if (said.type === 'clock') compared(said.id, said.at)
      else if (said.type === 'play') take(said.messages)
      else end('ended')
    })
    compare(0)
  }

  const allow = async () => {
    if (!offered) return
    const { port, token } = offered
    // A link can only be used once, even if the connection fails.
    offered = undefined
    attempt += 1
    const mine = attempt
    view.setState({ state: 'opening', port })
    try {
      const found = await inputs()
      if (mine !== attempt) return
      const socket = await openSocket(`ws://127.0.0.1:${port}/`, [BRIDGE_PROTOCOL, token])
      if (mine === attempt) play(socket, found.add(PORT))
      else socket.close()
    } catch (error) {
      if (mine !== attempt) return
      log.warn(`Couldn’t reach the replay: ${messageOf(error)}`, error)
      view.setState({ state: 'failed' })
    }
  }

  return {
    view,
    /**
     * @param fragment URL fragment `#<port>.<token>`
     * @returns whether the fragment is valid
     */
    offer(fragment: string) {
      const [, port, token] = /^#?(\d{1,5})\.([A-Za-z0-9_-]{43})$/.exec(fragment) ?? []
      if (port === undefined || token === undefined || Number(port) > 65_535) return false
      attempt += 1
      end('ended')
      offered = { port: Number(port), token }
      view.setState({ state: 'offered', port: Number(port) })
      if (unattended()) void allow()
      return true
    },
    allow,
    close() {
      offered = undefined
      attempt += 1
      const { state } = view.getState()
      if (state === 'offered' || state === 'opening') view.setState({ state: 'ended' })
      end('ended')
    },
  }
}

export type ReplayBridge = ReturnType<typeof createBridge>

export const REPLAY_BRIDGE = createToken<ReplayBridge>('diagnostics.replay-bridge')
