import bravura from '@coderline/alphatab/font/Bravura.woff2?url'

/** Allowed SVG elements. A damaged file could contain others. */
const DRAWN = new Set(['svg', 'g', 'rect', 'path', 'text', 'tspan', 'line', 'ellipse', 'circle', 'polygon'])

let font: Promise<unknown> | undefined

/** Loads the music font (300 kB) with the first score. */
export async function loadFont(): Promise<void> {
  if (typeof FontFace === 'undefined') return
  if (!font) {
    const face = new FontFace('alphaTab', `url(${bravura}) format('woff2')`, { display: 'block' })
    document.fonts.add(face)
    font = face.load()
  }
  await font
}

export function elementOf(svg: string): Node {
  const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml')
  for (const element of [documentElement, ...documentElement.querySelectorAll('*')]) {
    if (!DRAWN.has(element.localName)) element.remove()
    for (const { name } of [...element.attributes]) {
      if (name.startsWith('on') || name.endsWith('href')) element.removeAttribute(name)
    }
  }
  return document.importNode(documentElement, true)
}
