/** Stands a lying neck up, as in a chord chart: its nut on top, string 1 where it lay on top to the right. */
import type { Box, Line, NeckGeometry, Point } from './drawn-neck.js'

/** A number stands beside the board, in the middle of its line. */
const NUMBER_INSET = 16
const NUMBER_DROP = 6

/** Turned by a quarter clockwise: what was on the left is on top, what was on top is on the right. */
export function toVertical(lying: NeckGeometry): NeckGeometry {
  const { height } = lying
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
    ...lying,
    vertical: true,
    width: lying.height,
    height: lying.width,
    board: box(lying.board),
    bar: lying.bar && { ...box(lying.bar), kind: lying.bar.kind },
    wires: lying.wires.map(wire => ({ ...wire, ...line(wire) })),
    inlays: lying.inlays.map(point),
    strings: lying.strings.map(string => ({ ...string, ...line(string) })),
    pegs: lying.pegs.map(peg => ({ ...peg, ...point(peg) })),
    numbers: lying.numbers.map(number => ({ ...number, x: NUMBER_INSET, y: number.x + NUMBER_DROP })),
    positions: lying.positions.map(position => ({
      ...position,
      ...point(position),
      reachX: position.reachY,
      reachY: position.reachX,
    })),
  }
}
