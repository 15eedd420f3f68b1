// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { Position } from '../../../../../src/music/guitar/position.js'
import type { PositionListener } from '../../../../../src/plugins/fretboard/tokens.js'
import { followHand } from '../../../../../src/plugins/fretboard/ui/neck/follow-hand.js'

const FRET_WIDTH = 50

/** Neck of 13 frets with 300 visible pixels. */
function neck() {
  let listener: PositionListener = () => undefined
  let draw: (() => void) | undefined
  const held = new Set<string>()
  const element = {
    scrollLeft: 0,
    clientWidth: 300,
    scrollTo: ({ left = 0 }: ScrollToOptions) => {
      element.scrollLeft = left
    },
  } as HTMLElement
  const positions = Array.from({ length: 13 }, (_, fret) => ({
    ...{ string: 1, fret, x: fret * FRET_WIDTH, y: 0, reachX: 25, reachY: 25 },
  }))
  const model = {
    at: ({ string, fret }: Position) =>
      held.has(`${string}:${fret}`) ? ({ held: true } as never) : undefined,
    onPositions: (added: PositionListener) => {
      listener = added
      return { dispose: () => undefined }
    },
  }
  followHand(model, element, positions, next => {
    draw = next
  })
  /** Plays frets of the first string together and returns the scroll position after the frame. */
  return (...frets: number[]) => {
    held.clear()
    for (const fret of frets) held.add(`1:${fret}`)
    listener(
      frets.map(fret => ({ string: 1, fret })),
      [],
    )
    draw?.()
    draw = undefined
    return element.scrollLeft
  }
}

it('the neck scrolls only if a note is out of view', () => {
  const play = neck()
  expect(play(3)).toBe(0)
  expect(play(9)).toBe(9 * FRET_WIDTH - 150)
  expect(play(8, 10)).toBe(9 * FRET_WIDTH - 150)
})

it('the neck scrolls to an open string if the fretted note stays in view', () => {
  const play = neck()
  play(9)
  expect([play(3), play(2, 0), play(0)]).toEqual([0, 0, 0])
  expect([play(4, 7), play(0), play(4), play(0)]).toEqual([125, 125, 125, 0])
})

it('the neck does not scroll for an open string alone or for notes that are too far apart', () => {
  const play = neck()
  play(9)
  expect([play(0), play(1, 12)]).toEqual([300, 300])
})
