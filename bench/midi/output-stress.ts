// A page that plays while it is kept busy: what the product and a bare sender hand to their ports, and when.
import type { Page } from 'playwright'

export interface Handed {
  readonly portId: string
  readonly status: number
  readonly note: number
  /** When it is due, and when it was handed over, in milliseconds. */
  readonly at: number
  readonly calledAt: number
}

export interface Performance {
  readonly handed: readonly Handed[]
  /** From each step of the stress to its next, in milliseconds: for so long nothing else may have run. */
  readonly stalls: readonly { readonly from: number; readonly ms: number }[]
  readonly seconds: number
}

interface Order {
  /** Port of the peer: a sender with one `setTimeout` per message. */
  readonly peer: string
  readonly stepMs: number
  readonly messages: number
  readonly channel: number
}

/** Plays the open song and the neck, with the peer at the same time, while the page lays out and makes garbage. */
export function performUnderStress(page: Page, order: Order): Promise<Performance> {
  return page.evaluate(performInPage, order)
}

/** Runs in the page; uses nothing from outside itself. */
async function performInPage({ peer, stepMs, messages, channel }: Order): Promise<Performance> {
  const access = await navigator.requestMIDIAccess()
  const peerPort = access.outputs.get(peer)
  const handed: Handed[] = []
  let peerDue = 0
  const { sent } = globalThis.fakeWebMidi
  sent.push = (...all) => {
    const calledAt = performance.now()
    for (const { portId, bytes, at } of all) {
      // A bare sender gives no time: its messages are due when its timer was.
      const due = portId === peer ? peerDue : at
      handed.push({ portId, status: bytes[0] ?? 0, note: bytes[1] ?? 0, at: due, calledAt })
    }
    return handed.length
  }

  const box = document.createElement('div')
  box.style.cssText = 'position:absolute;left:0;top:0;opacity:0;pointer-events:none;width:300px'
  box.innerHTML = Array.from({ length: 600 }, (_, index) => `<span>word ${index} </span>`).join('')
  document.body.append(box)
  const kept: unknown[] = []
  const stalls: { from: number; ms: number }[] = []
  let lastStep = performance.now()
  let step = 0
  let stopped = false
  const stress = () => {
    if (stopped) return
    step += 1
    // What waited for the page ran between two steps.
    const now = performance.now()
    stalls.push({ from: lastStep, ms: now - lastStep })
    lastStep = now
    // Between 5 and 30 ms of work, then a moment for everything else.
    const until = now + 5 + ((step * 7) % 26)
    while (performance.now() < until) {
      box.style.width = `${200 + (step % 100)}px`
      box.style.fontSize = `${10 + (kept.length % 5)}px`
      kept.push(
        box.offsetHeight,
        Array.from({ length: 1000 }, (_, index) => ({ index, text: `${index}` })),
      )
      if (kept.length > 200) kept.splice(0, 100)
    }
    setTimeout(stress, step % 5)
  }

  const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
  const click = (selector: string) =>
    document.querySelector(selector)?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  stress()
  await wait(1000)
  const began = performance.now()
  click('[aria-label="Play the song"]')
  for (let index = 0; index < messages; index += 1) {
    const due = began + index * stepMs
    const bytes = [(index % 2 === 0 ? 0x90 : 0x80) + channel, 40 + (Math.floor(index / 2) % 24), 64]
    setTimeout(() => {
      peerDue = due
      peerPort?.send(bytes)
    }, due - performance.now())
  }
  for (let index = 0; performance.now() < began + messages * stepMs; index += 1) {
    click(`[data-neck-position="${1 + (index % 6)}:${index % 12}"]`)
    await wait(60)
  }
  await wait(1500)
  stopped = true
  box.remove()
  return { handed, stalls, seconds: (performance.now() - began) / 1000 }
}
