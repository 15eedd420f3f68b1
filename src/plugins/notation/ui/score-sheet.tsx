import { memo, useLayoutEffect, useRef } from 'react'
import type { DrawnPiece } from '../../score-files/tokens.js'
import classes from './notation.module.css'
import { elementOf, loadFont } from './score-svg.js'

export function ScoreSheet({ pieces }: { readonly pieces: readonly DrawnPiece[] }) {
  useLayoutEffect(() => void loadFont(), [])
  return pieces.map(piece => <Piece key={`${piece.x} ${piece.y}`} piece={piece} />)
}

const Piece = memo(function Piece({ piece }: { readonly piece: DrawnPiece }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.replaceChildren(elementOf(piece.svg)), [piece.svg])
  const { x, y, width, height } = piece
  return <div ref={place} className={classes.piece} style={{ left: x, top: y, width, height }} />
})
