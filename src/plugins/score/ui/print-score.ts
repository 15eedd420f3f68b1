import type { DrawnPiece } from '../../score-files/tokens.js'
import type { PrintedScore } from '../notation/print-command.js'
import classes from './notation.module.css'
import { elementOf, loadFont } from './score-svg.js'

/** Page width in pixels; fits A4 and Letter with 12 mm margins. */
export const PAPER_WIDTH = 700
const PAGE_HEIGHT = 930
const HEAD_HEIGHT = 140
const FOOT_HEIGHT = 30

export async function printScore(score: PrintedScore): Promise<void> {
  await loadFont()
  putPaper(score)
  print()
}

export function putPaper(score: PrintedScore): void {
  if (document.querySelector('body > .fw-paper')) return
  const paper = element('div', `fw-paper ${classes.paper}`)
  const pages = pagesOf(score)
  for (const [index, systems] of pages.entries()) {
    const page = element('section', classes.page)
    if (index === 0) page.append(headOf(score))
    page.append(...systems.map(system => systemOf(system, score.zoom)))
    page.append(element('footer', '', `${score.title} · ${score.pageOf(index + 1, pages.length)}`))
    paper.append(page)
  }
  const before = document.title
  // Browsers use the document title as the PDF's file name.
  document.title = score.title
  document.body.append(paper)
  addEventListener(
    'afterprint',
    () => {
      paper.remove()
      document.title = before
    },
    { once: true },
  )
}

function pagesOf({ systems, zoom }: PrintedScore): DrawnPiece[][] {
  const pages: DrawnPiece[][] = [[]]
  let room = PAGE_HEIGHT - HEAD_HEIGHT - FOOT_HEIGHT
  for (const system of systems) {
    const height = system.height * zoom
    if (height > room && pages.at(-1)?.length) {
      pages.push([])
      room = PAGE_HEIGHT - FOOT_HEIGHT
    }
    room -= height
    pages.at(-1)?.push(system)
  }
  return pages
}

function headOf({ title, credits, authors, track }: PrintedScore): HTMLElement {
  const head = element('header')
  const row = element('div', classes.authors)
  row.append(...authors.map(each => element('span', '', each)))
  head.append(element('h1', '', title), element('p', '', credits), row, element('p', classes.track, track))
  return head
}

function systemOf({ svg, height }: DrawnPiece, zoom: number): HTMLElement {
  const system = element('div', classes.line)
  system.style.height = `${height}px`
  system.style.zoom = `${zoom}`
  system.append(elementOf(svg))
  return system
}

function element(name: string, className = '', text = ''): HTMLElement {
  const made = document.createElement(name)
  if (className) made.className = className
  made.textContent = text
  return made
}
