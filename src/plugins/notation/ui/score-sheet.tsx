import bravura from '@coderline/alphatab/font/Bravura.woff2?url'
import { memo, useLayoutEffect, useRef } from 'react'
import type { DrawnPiece } from '../../score-files/tokens.js'
import classes from './notation.module.css'

/** Other elements could only come from a damaged file. */
const DRAWN = new Set(['svg', 'g', 'rect', 'path', 'text', 'tspan', 'line', 'ellipse', 'circle', 'polygon'])

let font: Promise<unknown> | undefined

/** 300 kB, fetched with the first score. */
function loadFont(): void {
  if (font || typeof FontFace === 'undefined') return
  const face = new FontFace('alphaTab', `url(${bravura}) format('woff2')`, { display: 'block' })
  document.fonts.add(face)
  font = face.load()
}

export function ScoreSheet({ pieces }: { readonly pieces: readonly DrawnPiece[] }) {
  useLayoutEffect(loadFont, [])
  return pieces.map(piece => <Piece key={`${piece.x} ${piece.y}`} piece={piece} />)
}

export function ScoreLines({ pieces }: { readonly pieces: readonly DrawnPiece[] }) {
  useLayoutEffect(loadFont, [])
  return pieces.map(({ y, height, svg }) => <Line key={y} height={height} svg={svg} />)
}

function Line({ height, svg }: Pick<DrawnPiece, 'height' | 'svg'>) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.replaceChildren(elementOf(svg)), [svg])
  return <div ref={place} className={classes.line} style={{ height }} />
}

const Piece = memo(function Piece({ piece }: { readonly piece: DrawnPiece }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.replaceChildren(elementOf(piece.svg)), [piece.svg])
  const { x, y, width, height } = piece
  return <div ref={place} className={classes.piece} style={{ left: x, top: y, width, height }} />
})

function elementOf(svg: string): Node {
  const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml')
  for (const element of [documentElement, ...documentElement.querySelectorAll('*')]) {
    if (!DRAWN.has(element.localName)) element.remove()
    for (const { name } of [...element.attributes]) {
      if (name.startsWith('on') || name.endsWith('href')) element.removeAttribute(name)
    }
  }
  return document.importNode(documentElement, true)
}
