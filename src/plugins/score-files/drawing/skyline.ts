/**
 * Stacks markings above and below a staff without overlap. alphaTab ignores their width and doesn't declare
 * the members used here.
 */
import { NotationElement } from '../engine.js'

interface Canvas {
  readonly textAlign: number
  readonly textBaseline: number
  measureText(text: string): { readonly width: number; readonly height: number }
}

interface Glyph {
  readonly previousGlyph?: Glyph | null
  paint(x: number, y: number, canvas: unknown): void
}

interface Effects {
  readonly height: number
  readonly _bands: readonly {
    readonly isEmpty: boolean
    readonly info: { readonly notationElement: NotationElement }
    readonly _uniqueEffectGlyphs: readonly (readonly Glyph[])[]
    readonly x: number
    y: number
  }[]
}

type Metrics = Readonly<Record<'glyphTop' | 'glyphWidths' | 'glyphHeights', ReadonlyMap<number, number>>>

interface Tie {
  doLayout(): void
}

interface Renderer {
  readonly x: number
  y: number
  readonly width: number
  readonly height: number
  readonly topEffects: Effects
  readonly bottomEffects: Effects
  readonly smuflMetrics: Metrics
  readonly scoreRenderer: { readonly canvas: Canvas }
  readonly _ties: readonly Tie[]
  readonly _multiSystemSlurs?: readonly Tie[]
  paintContent(x: number, y: number, canvas: unknown): void
}

export interface Staff {
  readonly barRenderers: readonly Renderer[]
  readonly topPadding: number
  readonly bottomPadding: number
  index: number
  height: number
  topOverflow: number
  bottomOverflow: number
  finalizeStaff(): void
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface Item extends Box {
  readonly glyph: Glyph
  readonly lane: number
}

const E = NotationElement
/** Lanes for effects, nearest to the staff first. Effects that aren't listed are even nearer. */
const LANES: readonly (readonly NotationElement[])[] = [
  [E.EffectFingering],
  [E.EffectPickStroke, E.EffectPickSlide, E.EffectTap, E.EffectLeftHandTap, E.EffectGolpe],
  [E.EffectHarmonics],
  [E.EffectSlightNoteVibrato, E.EffectWideNoteVibrato, E.EffectSlightBeatVibrato, E.EffectWideBeatVibrato],
  [E.EffectTrill],
  [E.EffectWhammyBarLine],
  [E.EffectWhammyBar],
  [E.EffectPalmMute],
  [E.EffectLetRing],
  [E.EffectBeatBarre],
  [E.EffectOttavia],
  [E.EffectCrescendo, E.EffectDynamics],
  [E.EffectSustainPedal],
  [E.EffectLyrics],
  [E.EffectText],
  [E.EffectChordNames],
  [E.EffectAlternateEndings],
  [E.EffectBeatTimer],
  [E.EffectDirections],
  [E.EffectCapo, E.EffectTripletFeel, E.EffectFreeTime],
  [E.EffectTempo],
  [E.EffectMarker],
]

/** Gap between lanes, around a staff, and between markings in a lane, in pixels. */
const GAP = 3
const APART = 6
/** Column width of the skyline, in pixels. */
const COLUMN = 4
/** Segment length for splitting lines and curves into boxes, in pixels. */
const STEP = 12

export function stackEffects(staff: Staff): void {
  const { barRenderers: bars, index } = staff
  const height = Math.max(0, ...bars.map(bar => bar.height))
  if (height === 0) return
  // Bar lines extend to staves that aren't positioned yet.
  staff.index = Number.POSITIVE_INFINITY
  const ink = bars.flatMap(bar => inkOf(bar, canvas => bar.paintContent(0, -bar.y, canvas)))
  staff.index = index
  staff.topOverflow = stack(staff, ink, 'topEffects', -1, 0)
  staff.bottomOverflow = stack(staff, ink, 'bottomEffects', 1, height) - height
  for (const bar of bars) {
    bar.y = staff.topPadding + staff.topOverflow
    for (const band of bar.topEffects._bands) band.y = staff.topOverflow
    for (const band of bar.bottomEffects._bands)
      band.y = bar.bottomEffects.height - staff.bottomOverflow - bar.height
  }
  for (const { _ties: ties, _multiSystemSlurs: slurs = [] } of bars)
    for (const tie of [...ties, ...slurs]) tie.doLayout()
  const { topPadding, topOverflow, bottomOverflow, bottomPadding } = staff
  staff.height = Math.ceil(topPadding + topOverflow + height + bottomOverflow + bottomPadding)
}

/**
 * @param side direction away from the staff
 * @param edge edge of the staff
 * @returns distance of the outermost marking
 */
function stack(
  { barRenderers: bars }: Staff,
  ink: readonly Box[],
  effects: 'topEffects' | 'bottomEffects',
  side: 1 | -1,
  edge: number,
): number {
  const last = bars.at(-1)
  const skyline = new Float64Array(Math.ceil(((last?.x ?? 0) + (last?.width ?? 0)) / COLUMN) + 1).fill(edge)
  const columns = ({ left, right }: Box) =>
    [Math.max(0, Math.floor(left / COLUMN)), Math.floor(right / COLUMN) + 1] as const
  const far = ({ top, bottom }: Box) => Math.max(side * top, side * bottom)
  const near = ({ top, bottom }: Box) => Math.min(side * top, side * bottom)
  const raise = (box: Box, to: number) => {
    const [from, end] = columns(box)
    for (let at = from; at < Math.min(end, skyline.length); at += 1)
      skyline[at] = Math.max(skyline[at] ?? 0, to)
  }
  for (const box of ink) raise(box, far(box))
  for (const row of rowsOf(bars.flatMap(bar => itemsOf(bar, bar[effects])))) {
    const level = Math.max(
      ...row.map(item => highest(skyline.subarray(...columns(item)), edge) + GAP - near(item)),
    )
    for (const item of row) {
      const { glyph } = item
      const { paint } = glyph
      glyph.paint = (x, y, canvas) => paint.call(glyph, x, y + side * level, canvas)
      raise(item, far(item) + level)
    }
  }
  return Math.ceil(highest(skyline, edge)) + GAP
}

const highest = (skyline: Float64Array, least: number) =>
  skyline.reduce((most, each) => Math.max(most, each), least)

/** Puts all effects in a lane on one row, unless they overlap. */
function rowsOf(items: readonly Item[]): Item[][] {
  const rows: Item[][] = []
  for (const item of items.toSorted((a, b) => a.lane - b.lane || a.left - b.left)) {
    const row = rows.find(([first, ...others]) => {
      const last = others.at(-1) ?? first
      const isFree = last && (last.right + APART < item.left || last.glyph === item.glyph.previousGlyph)
      return first?.lane === item.lane && isFree
    })
    if (row) row.push(item)
    else rows.push([item])
  }
  return rows
}

function itemsOf(bar: Renderer, { _bands: bands }: Effects): Item[] {
  return bands
    .filter(band => !band.isEmpty)
    .flatMap(({ info, x, _uniqueEffectGlyphs: glyphs }) => {
      const lane = LANES.findIndex(elements => elements.includes(info.notationElement))
      return glyphs.flat().flatMap(glyph => {
        const ink = inkOf(bar, canvas => glyph.paint(bar.x + x, 0, canvas))
        if (ink.length === 0) return []
        const left = Math.min(...ink.map(box => box.left))
        const right = Math.max(...ink.map(box => box.right))
        const top = Math.min(...ink.map(box => box.top))
        const bottom = Math.max(...ink.map(box => box.bottom))
        return [{ glyph, lane, left, right, top, bottom }]
      })
    })
}

/** Returns the bounding boxes of all strokes, texts and symbols. */
function inkOf(
  { scoreRenderer: { canvas }, smuflMetrics }: Renderer,
  paint: (canvas: unknown) => void,
): Box[] {
  const { glyphTop, glyphWidths, glyphHeights } = smuflMetrics
  const boxes: Box[] = []
  let turns = 0
  let [x, y] = [0, 0]
  const add = (left: number, top: number, width: number, height: number) => {
    if (turns === 0 && width >= 0 && height >= 0)
      boxes.push({ left, top, right: left + width, bottom: top + height })
  }
  const lineTo = (toX: number, toY: number) => {
    const steps = Math.max(1, Math.ceil(Math.abs(toX - x) / STEP))
    const [byX, byY] = [(toX - x) / steps, (toY - y) / steps]
    for (let step = 0; step < steps; step += 1, x += byX, y += byY)
      add(Math.min(x, x + byX), Math.min(y, y + byY), Math.abs(byX), Math.abs(byY))
  }
  const bezierCurveTo = (...[x1, y1, x2, y2, x3, y3]: [number, number, number, number, number, number]) => {
    const [x0, y0] = [x, y]
    for (const t of [0.25, 0.5, 0.75, 1]) {
      const [a, b, c, d] = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3]
      lineTo(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)
    }
  }
  const circle = (atX: number, atY: number, radius: number) =>
    add(atX - radius, atY - radius, 2 * radius, 2 * radius)
  const none = () => undefined
  const symbols = (atX: number, atY: number, scale: number, given: readonly number[], centered?: boolean) => {
    const width = given.reduce((sum, symbol) => sum + (glyphWidths.get(symbol) ?? 0), 0) * scale
    for (const symbol of given)
      add(
        atX - (centered ? width / 2 : 0),
        atY - (glyphTop.get(symbol) ?? 0) * scale,
        width,
        (glyphHeights.get(symbol) ?? 0) * scale,
      )
  }
  paint(
    Object.assign(Object.create(canvas as object), {
      fillRect: add,
      strokeRect: add,
      moveTo: (toX: number, toY: number) => {
        ;[x, y] = [toX, toY]
      },
      lineTo,
      bezierCurveTo,
      quadraticCurveTo: (x1: number, y1: number, x2: number, y2: number) =>
        bezierCurveTo(x1, y1, x1, y1, x2, y2),
      fillCircle: circle,
      strokeCircle: circle,
      fillText(this: Canvas, text: string, atX: number, atY: number) {
        const { width, height } = this.measureText(text)
        add(atX - (width * this.textAlign) / 2, atY - height * (UP[this.textBaseline] ?? 0), width, height)
      },
      fillMusicFontSymbol: (atX: number, atY: number, scale: number, symbol: number, centered?: boolean) =>
        symbols(atX, atY, scale, [symbol], centered),
      fillMusicFontSymbols: symbols,
      beginRotate: () => {
        turns += 1
      },
      endRotate: () => {
        turns -= 1
      },
      beginPath: none,
      closePath: none,
      beginGroup: none,
      endGroup: none,
      fill: none,
      stroke: none,
    }),
  )
  return boxes
}

/** Fraction of the text height above its anchor, by baseline: top, middle, bottom, alphabetic. */
const UP = [0, 0.5, 1, 1]
