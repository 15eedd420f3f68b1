import { pitchClass } from '../guitar/note-name.js'

const LETTERS = 'CDEFGAB'
const MAJOR = [0, 2, 4, 5, 7, 9, 11] // semitones above the tonic

/**
 * @example degreeNumberOf('#11') // 11
 * @returns 0 for an empty degree
 */
export function degreeNumberOf(degree: string): number {
  return Number(degree.replace(/^[b#]+/, ''))
}

/** @example semitonesOf('#13') // 10, reduced to one octave */
export function semitonesOf(degree: string): number {
  return pitchClass((MAJOR[(degreeNumberOf(degree) - 1) % 7] ?? 0) + alteration(degree))
}

export function pitchClassOf(name: string): number {
  return pitchClass((MAJOR[LETTERS.indexOf(name.charAt(0))] ?? 0) + alteration(name))
}

/** @example spelled('G#', '3') // 'B#' */
export function spelled(root: string, degree: string): string {
  const index = (LETTERS.indexOf(root.charAt(0)) + degreeNumberOf(degree) - 1) % 7
  const letter = LETTERS.charAt(index)
  const wanted = pitchClassOf(root) + semitonesOf(degree)
  const shift = pitchClass(wanted - pitchClassOf(letter) + 6) - 6
  return `${letter}${(shift < 0 ? 'b' : '#').repeat(Math.abs(shift))}`
}

/** @example degreeBetween('C', 'G#') // '#5' */
export function degreeBetween(root: string, name: string): string {
  const number = ((LETTERS.indexOf(name.charAt(0)) - LETTERS.indexOf(root.charAt(0)) + 7) % 7) + 1
  const steps = pitchClassOf(name) - pitchClassOf(root)
  const shift = pitchClass(steps - (MAJOR[number - 1] ?? 0) + 6) - 6
  return `${(shift < 0 ? 'b' : '#').repeat(Math.abs(shift))}${number}`
}

export function alteration(text: string): number {
  let shift = 0
  for (const sign of text) shift += sign === '#' ? 1 : sign === 'b' ? -1 : 0
  return shift
}
