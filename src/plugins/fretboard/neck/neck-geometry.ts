import { isSamePosition, pitchAt, type StrungNeck } from '../../../music/guitar/position.js'
import { EDGE, NAMES_WIDTH, type NeckRoom, NUMBERS_HEIGHT, sizesOf, TOP } from './neck-sizes.js'

/** Visible part of the neck; fret 0 is the open string, or the string at the capo. */
export interface NeckRange extends StrungNeck {
  readonly capo: number
  readonly fretMin: number
  readonly fretMax: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box extends Point {
  readonly width: number
  readonly height: number
}

export interface Line extends Point {
  readonly toX: number
  readonly toY: number
}

export interface NeckGeometry {
  readonly width: number
  readonly height: number
  readonly vertical: boolean
  readonly board: Box
  readonly behind: Box | undefined
  readonly bar: (Box & { readonly kind: 'nut' | 'capo' }) | undefined
  readonly wires: readonly (Line & { readonly fret: number })[]
  readonly inlays: readonly Point[]
  readonly strings: readonly (Line & { readonly string: number; readonly gauge: number })[]
  readonly pegs: readonly (Point & { readonly string: number })[]
  readonly numbers: readonly (Point & { readonly fret: number })[]
  readonly names: readonly (Point & { readonly string: number })[]
  readonly caption: Point | undefined
  readonly positions: readonly (Point & {
    readonly string: number
    readonly fret: number
    readonly reachX: number
    readonly reachY: number
  })[]
  readonly radius: number
  /** Limits for a bent dot and its arrow, from the left edge (top edge on a vertical neck). */
  readonly reach: { readonly from: number; readonly to: number }
  /** Offset of a bent dot to the right (down on a vertical neck), in units. */
  slide(fret: number, semitones: number): number
}

export interface NeckShape extends NeckRange {
  readonly leftHanded: boolean
  readonly nutRight: boolean
  /** Draws the nut at the top, as in a chord chart; `nutRight` then has no effect. */
  readonly vertical?: boolean
  /** Available space in CSS pixels; if undefined, export sizes apply. */
  readonly room?: NeckRoom | undefined
}

export const ARROW = 12
const NUT_WIDTH = 8
const CAPO_WIDTH = 16
const SINGLE_INLAYS = [3, 5, 7, 9]

/** Fraction of the string length in equal temperament: 1 − 2^(−fret/12). */
export function fretDistance(fret: number): number {
  return 1 - 2 ** (-fret / 12)
}

/** Relative string thickness: 1 for the guitar's high E, 3.1 for its low E. */
function stringGauge(openNote: number): number {
  return Math.min(4.6, Math.max(0.8, 1 + ((64 - openNote) / 24) * 2.1))
}

function inlayDots(absoluteFret: number): 0 | 1 | 2 {
  const inOctave = absoluteFret % 12
  if (absoluteFret > 0 && inOctave === 0) return 2
  return SINGLE_INLAYS.includes(inOctave) ? 1 : 0
}

/** `nutRight` alone rotates the neck by 180°. Together with `leftHanded`, it mirrors the neck. */
export function neckGeometry(shape: NeckShape): NeckGeometry {
  return shape.vertical
    ? toVertical(horizontalGeometry({ ...shape, nutRight: false }))
    : horizontalGeometry(shape)
}

function horizontalGeometry(shape: NeckShape): NeckGeometry {
  const { strings, begins, capo, fretMin, fretMax, leftHanded, nutRight } = shape
  const open = fretMin === 0
  const firstWire = open ? 0 : fretMin - 1
  const lastWire = Math.max(fretMax, firstWire + 1)
  const at = (fret: number) => fretDistance(capo + fret)
  const span = at(lastWire) - at(firstWire)

  const narrowest = (at(lastWire) - at(lastWire - 1)) / span
  const { spacing, radius, length, column } = sizesOf(shape, lastWire - firstWire, narrowest)
  const boardX = NAMES_WIDTH + (open ? column : 0)
  const width = boardX + length + EDGE
  const boardHeight = strings.length * spacing - 2
  const height = TOP + boardHeight + NUMBERS_HEIGHT

  const wireX = (fret: number) => boardX + (length * (at(fret) - at(firstWire))) / span
  const centreX = (fret: number) =>
    fret <= 0 ? boardX - column / 2 + fret * column : (wireX(fret) + wireX(fret - 1)) / 2
  const facing = (x: number) => (nutRight ? width - x : x)
  const facingBox = (box: Box): Box => ({ ...box, x: nutRight ? width - box.x - box.width : box.x })

  const firstOnTop = leftHanded === nutRight
  const stringY = (string: number) =>
    TOP + spacing / 2 - 1 + spacing * (firstOnTop ? string - 1 : strings.length - string)
  const middleY = TOP + boardHeight / 2
  const frets = Array.from({ length: fretMax - fretMin + 1 }, (_, index) => fretMin + index)
  const spaces = frets.filter(fret => fret > 0)
  const capoShown = open && capo > 0
  const stringsFrom = capoShown ? NAMES_WIDTH : open ? boardX - 6 : boardX

  const pegOf = (string: number) => {
    const peg = (begins?.[string - 1] ?? 0) - capo
    return peg > firstWire && peg <= lastWire ? peg : undefined
  }
  /** A short string starts at its peg. */
  const spaceOf = (string: number, fret: number) => (fret === 0 ? (pegOf(string) ?? 0) : fret)
  const barAt = (isCapo: boolean) => {
    const [wide, over] = isCapo ? [CAPO_WIDTH, 7] : [NUT_WIDTH, 2]
    const box = { x: boardX + 2 - wide, y: TOP - over, width: wide, height: boardHeight + 2 * over }
    return { ...facingBox(box), kind: isCapo ? ('capo' as const) : ('nut' as const) }
  }
  const widthOf = (space: number) => (space === 0 ? column : wireX(space) - wireX(space - 1))

  return {
    width,
    height,
    vertical: false,
    board: facingBox({ x: boardX, y: TOP, width: length, height: boardHeight }),
    behind: capoShown ? facingBox({ x: NAMES_WIDTH, y: TOP, width: column, height: boardHeight }) : undefined,
    bar: open ? barAt(capoShown) : undefined,
    wires: Array.from({ length: lastWire - firstWire + 1 }, (_, index) => firstWire + index)
      .filter(fret => fret > 0)
      .map(fret => {
        const x = facing(wireX(fret))
        return { fret, x, y: TOP, toX: x, toY: TOP + boardHeight }
      }),
    inlays: spaces.flatMap(fret => {
      const x = facing(centreX(fret))
      const dots = inlayDots(capo + fret)
      if (dots === 1) return [{ x, y: middleY }]
      return dots === 2 ? [-1, 1].map(side => ({ x, y: middleY + side * (boardHeight / 4) })) : []
    }),
    strings: strings.flatMap((note, index) => {
      const string = index + 1
      const peg = pegOf(string)
      if ((begins?.[index] ?? 0) - capo > lastWire) return []
      const y = stringY(string)
      const x = facing(peg === undefined ? stringsFrom : wireX(peg))
      return [{ string, x, y, toX: facing(wireX(lastWire)), toY: y, gauge: stringGauge(note) }]
    }),
    pegs: strings.flatMap((_, index) => {
      const peg = pegOf(index + 1)
      return peg === undefined ? [] : [{ string: index + 1, x: facing(wireX(peg)), y: stringY(index + 1) }]
    }),
    numbers: spaces.map(fret => ({ fret, x: facing(centreX(fret)), y: TOP + boardHeight + 24 })),
    names: strings.map((_, index) => ({
      string: index + 1,
      x: facing(NAMES_WIDTH / 2),
      y: stringY(index + 1),
    })),
    caption: capoShown ? { x: facing(boardX - column / 2), y: TOP + boardHeight + 24 } : undefined,
    positions: strings.flatMap((_, index) =>
      frets
        .filter(fret => pitchAt(shape, capo, index + 1, fret) !== undefined)
        .map(fret => ({
          string: index + 1,
          fret,
          x: facing(centreX(spaceOf(index + 1, fret))),
          y: stringY(index + 1),
          reachX: widthOf(spaceOf(index + 1, fret)) / 2,
          reachY: spacing / 2,
        })),
    ),
    radius,
    reach: { from: radius + ARROW, to: width - radius - ARROW },
    slide: (fret, semitones) => facing(between(centreX, fret + semitones)) - facing(centreX(fret)),
  }
}

export function isSameLayout(a: NeckGeometry, b: NeckGeometry): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    a.vertical === b.vertical &&
    a.radius === b.radius &&
    a.positions.length === b.positions.length &&
    a.positions.every((position, index) => {
      const other = b.positions[index]
      return isSamePosition(position, other) && position.x === other?.x && position.y === other.y
    })
  )
}

function between(value: (whole: number) => number, at: number): number {
  const below = Math.floor(at)
  return value(below) + (at - below) * (value(below + 1) - value(below))
}

const NUMBER_INSET = 16
const NUMBER_DROP = 6

function toVertical(flat: NeckGeometry): NeckGeometry {
  const { height } = flat
  const point = ({ x, y }: Point): Point => ({ x: height - y, y: x })
  const box = ({ x, y, width, height: tall }: Box): Box => ({
    x: height - y - tall,
    y: x,
    width: tall,
    height: width,
  })
  const line = ({ x, y, toX, toY }: Line): Line => {
    const to = point({ x: toX, y: toY })
    return { ...point({ x, y }), toX: to.x, toY: to.y }
  }
  return {
    ...flat,
    vertical: true,
    width: flat.height,
    height: flat.width,
    board: box(flat.board),
    behind: flat.behind && box(flat.behind),
    bar: flat.bar && { ...box(flat.bar), kind: flat.bar.kind },
    wires: flat.wires.map(wire => ({ ...wire, ...line(wire) })),
    inlays: flat.inlays.map(point),
    strings: flat.strings.map(string => ({ ...string, ...line(string) })),
    pegs: flat.pegs.map(peg => ({ ...peg, ...point(peg) })),
    numbers: flat.numbers.map(number => ({ ...number, x: NUMBER_INSET, y: number.x + NUMBER_DROP })),
    names: flat.names.map(name => ({ ...name, ...point(name) })),
    caption: flat.caption && { x: NUMBER_INSET, y: flat.caption.x },
    positions: flat.positions.map(position => ({
      ...position,
      ...point(position),
      reachX: position.reachY,
      reachY: position.reachX,
    })),
  }
}
