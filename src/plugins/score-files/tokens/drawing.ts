/** A score as it is drawn, and where everything is: plain data that a worker can send. */
import type { Technique } from '../../../core/music/song/techniques.js'

export interface DrawnNote {
  /** MIDI note, 0–127. */
  readonly pitch: number
  /** From 1. */
  readonly string?: number
  readonly fret?: number
  readonly techniques: readonly Technique[]
}

export interface DrawnBeat {
  /** In quarter notes from the beginning of the bar. */
  readonly at: number
  /** Pixels from the left of the drawing. */
  readonly x: number
  /** None is a rest. */
  readonly notes: readonly DrawnNote[]
}

export interface DrawnBar {
  /** As written, from 1. */
  readonly number: number
  /** Pixels. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly beats: readonly DrawnBeat[]
}

export interface DrawnPiece {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** An element `svg`. */
  readonly svg: string
}

export interface Drawing {
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly pieces: readonly DrawnPiece[]
  /** As written. */
  readonly bars: readonly DrawnBar[]
  /** As played: when a bar begins, in quarter notes of the song, and its index in `bars`. */
  readonly order: readonly { readonly quarter: number; readonly bar: number }[]
}

/** How a score is to be drawn. */
export interface DrawingOptions {
  /** Indices of the tracks of the song; those without notes are left out. */
  readonly tracks: readonly number[]
  /** 1 is the usual size. */
  readonly scale: number
  /** Pixels of a page, whose lines are broken; a single line without it. */
  readonly pageWidth?: number
}
