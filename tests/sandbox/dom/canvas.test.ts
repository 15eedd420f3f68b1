// Canvas drawing in a worker. Node has no canvas, so a fake surface records the calls.
import { describe, expect, it, vi } from 'vitest'
import type { DomOp } from '../../../src/sandbox/dom/dom-op.js'
import { openRemoteRoot } from '../../../src/sandbox/dom/remote-root.js'
import { showRemote } from '../../../src/sandbox/dom/remote-view.js'
import { createElement as h, page, useLayoutEffect, useRef, workerDocument } from './screen.js'

const { createRoot } = await import('react-dom/client')

class Picture {
  readonly [Symbol.toStringTag] = 'ImageBitmap'
  constructor(
    readonly width: number,
    readonly height: number,
    readonly strokes: readonly unknown[],
  ) {}
}

class Surface {
  readonly strokes: unknown[] = []
  constructor(
    public width: number,
    public height: number,
  ) {}
  getContext() {
    const { strokes } = this
    return {
      fillStyle: 'black',
      fillRect(...sides: readonly number[]) {
        strokes.push([this.fillStyle, ...sides])
      },
      drawImage: (image: unknown) => strokes.push(image),
      measureText: (text: string) => ({ width: text.length }),
    }
  }
}

function drawnBy(draw: (context: CanvasRenderingContext2D, canvas: HTMLCanvasElement) => void) {
  vi.stubGlobal('OffscreenCanvas', Surface)
  vi.stubGlobal(
    'createImageBitmap',
    async ({ width, height, strokes }: Surface) => new Picture(width, height, [...strokes]),
  )
  const sent: DomOp[] = []
  const transferred: unknown[] = []
  const remote = openRemoteRoot(workerDocument, (ops, transfer) => {
    sent.push(...ops)
    transferred.push(...transfer)
  })
  function Board() {
    const canvas = useRef<HTMLCanvasElement>(null)
    useLayoutEffect(() => {
      const context = canvas.current?.getContext('2d')
      if (canvas.current && context) draw(context, canvas.current)
    }, [])
    return h('canvas', { ref: canvas, width: 40, height: 20 })
  }
  createRoot(remote.element).render(h(Board))
  const pictures = () => sent.flatMap(op => (op.op === 'picture' ? [op.picture as unknown as Picture] : []))
  return { sent, transferred, pictures }
}

describe('sandboxed canvas', () => {
  it('a sandboxed canvas transfers one image per frame and keeps earlier drawings', async () => {
    let board: CanvasRenderingContext2D | undefined
    const { pictures, transferred } = drawnBy(context => {
      board = context
      context.fillStyle = 'red'
      context.fillRect(0, 0, 5, 5)
      context.fillRect(5, 5, 5, 5)
    })
    await expect.poll(pictures).toHaveLength(1)
    const [picture] = pictures()
    expect(picture?.strokes).toEqual([
      ['red', 0, 0, 5, 5],
      ['red', 5, 5, 5, 5],
    ])
    expect([[picture?.width, picture?.height], transferred]).toEqual([[40, 20], [picture]])
    board?.fillRect(1, 1, 1, 1)
    await expect.poll(pictures).toHaveLength(2)
    expect(pictures()[1]?.strokes).toHaveLength(3)
  })

  it('the canvas context exposes its element, measures text and draws other canvases', async () => {
    const seen: unknown[] = []
    const { pictures } = drawnBy((context, canvas) => {
      seen.push(
        context.canvas === canvas,
        context.measureText('Am7').width,
        canvas.getContext('2d') === context,
      )
      const other = document.createElement('canvas')
      other.getContext('2d')
      context.drawImage(other, 0, 0)
    })
    await expect.poll(pictures).toHaveLength(1)
    expect(seen).toEqual([true, 3, true])
    expect(pictures()[0]?.strokes[0]).toBeInstanceOf(Surface)
  })

  it('the frame shows the transferred image', () => {
    const { root } = page()
    const view = showRemote(
      root,
      () => undefined,
      error => expect.fail(error.message),
    )
    const shown: unknown[] = []
    view.apply([
      { op: 'element', id: 1, name: 'canvas', svg: false, attributes: [] },
      { op: 'insert', id: 1, parent: 0, before: null },
    ])
    const canvas = root.querySelector('canvas')
    Object.assign(canvas ?? {}, {
      getContext: (kind: string) => ({
        transferFromImageBitmap: (picture: unknown) => shown.push(kind, picture),
      }),
    })
    const picture = new Picture(40, 20, [])
    view.apply([{ op: 'picture', id: 1, picture }])
    expect(shown).toEqual(['bitmaprenderer', picture])
    expect([canvas?.width, canvas?.height]).toEqual([40, 20])
  })
})
