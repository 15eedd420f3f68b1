// Strums on a fake guitar, timed inside the page from the port's event to the end of the frame that shows
// them.
import type { Page } from 'playwright'
import { GUITAR } from '../../e2e/support/midi.js'
import { placeNames } from './live-neck.js'

const NOTES = 6
const EVENTS_PER_SECOND = 200
const STRUM_GAP_MS = (1000 * NOTES) / EVENTS_PER_SECOND

/** E major barre chord. */
const BARRE = [40, 47, 52, 56, 59, 64]

export interface Strums {
  readonly latencies: readonly number[]
  readonly unseen: number
}

export function playStrums(page: Page, count: number): Promise<Strums> {
  const strums = Array.from({ length: count }, (_, index) => {
    const fret = (index * 5) % 12
    return BARRE.map(note => ({ pitch: note + fret, places: placeNames(note + fret) }))
  })
  return page.evaluate(strumInPage, { id: GUITAR.id, strums, gapMs: STRUM_GAP_MS })
}

interface Order {
  readonly id: string
  readonly strums: readonly (readonly { readonly pitch: number; readonly places: readonly string[] }[])[]
  readonly gapMs: number
}

async function strumInPage({ id, strums, gapMs }: Order): Promise<Strums> {
  interface Waiting {
    readonly since: number
    readonly nodes: readonly Element[]
    readonly on: boolean
  }
  const latencies: number[] = []
  let waiting: Waiting[] = []
  const nodeOf = new Map<string, Element>()
  for (const node of document.querySelectorAll('[data-neck-position]'))
    nodeOf.set(node.getAttribute('data-neck-position') ?? '', node)

  // The message is delivered after the frame's style, layout and paint.
  const channel = new MessageChannel()
  let ended = false
  channel.port1.onmessage = ({ data: frameBegan }: MessageEvent<number>) => {
    const now = performance.now()
    waiting = waiting.filter(({ since, nodes, on }) => {
      // Later events have changed the nodes but are not part of this frame.
      if (since > frameBegan || nodes.some(node => node.hasAttribute('data-sounding') !== on)) return true
      latencies.push(now - since)
      return false
    })
  }
  const frame = () => {
    channel.port2.postMessage(performance.now())
    if (!ended) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)

  const send = (index: number) => {
    const on = index % 2 === 0
    for (const { pitch, places } of strums[index >> 1] ?? []) {
      const since = performance.now()
      globalThis.fakeWebMidi.play(id, [on ? 0x90 : 0x80, pitch, 100])
      waiting.push({ since, on, nodes: places.flatMap(place => nodeOf.get(place) ?? []) })
    }
  }
  const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
  const began = performance.now()
  for (let index = 0; index < strums.length * 2; index += 1) {
    await pause(began + index * gapMs - performance.now())
    send(index)
  }
  await pause(500)
  ended = true
  return { latencies, unseen: waiting.length }
}
