/** Ports: what plays into the page, and what can be sent to. */
import type { Disposable } from '../../../core/platform/disposable.js'

export interface InputPort {
  readonly id: string
  readonly name: string
  readonly manufacturer: string
}

export type OutputPort = InputPort

/** An output port that can be sent to. */
export interface OutputTarget extends OutputPort {
  /** @param atMs on the clock of the application */
  send(bytes: readonly number[], atMs: number): void
}

/** The output ports that are there now. */
export interface OutputTargets {
  find(id: string): OutputTarget | undefined
  /** Called with the id of a port that is no longer there. */
  onGone(listener: (id: string) => void): Disposable
  /** Called with the id of a port that is there now and was not before. */
  onBack(listener: (id: string) => void): Disposable
}
