import type { NoticeBoard } from '../../core/events/notices.js'
import { type Disposable, disposable } from '../../core/platform/disposable.js'
import type { Logger } from '../../core/platform/logger.js'
import { phrases } from '../../core/platform/phrases.js'
import type { ClockPort } from '../../core/platform/ports.js'
import { createStore, type ReadonlyStore } from '../../core/platform/store.js'
import type { SettingsStore } from '../../core/settings/settings.js'
import type { AccessView, InputPort } from '../midi-io/tokens.js'
import type { BindingRun } from './binding-run.js'
import { clashesOf, readBindings, withBinding, without } from './bindings.js'
import { BoundControls, cameOrWent } from './bound-controls.js'
import { type Control, isControlPort } from './control.js'
import { createLearnable, type Unfit, unfitOf } from './learnable.js'
import { Movements } from './movement.js'
import type { Binding, LearnSettings } from './settings.js'

interface MidiLearnParts {
  readonly settings: SettingsStore<LearnSettings>
  readonly access: ReadonlyStore<AccessView>
  readonly clock: Pick<ClockPort, 'now'>
  readonly notices: Pick<NoticeBoard, 'post'>
  readonly log: Logger
  readonly runOf: (binding: Binding) => BindingRun
  readonly loggedIn: () => boolean
}

export interface HeardControl {
  readonly control: Control
  readonly port: InputPort
  /** 0–127, with fractions for 14 bits; the velocity of a note, 0 of a program. */
  readonly value: number
}

interface Listener {
  readonly onControl: (heard: HeardControl) => void
  readonly onUnfit: ((unfit: Unfit) => void) | undefined
}

const SENTENCES = phrases({
  broken: 'Some MIDI controls that were saved cannot be read and are left out: {{number}}.',
})

export function createMidiLearn(parts: MidiLearnParts) {
  const { settings, access, clock, notices, log, runOf, loggedIn } = parts
  const bindings = createStore<readonly Binding[]>([])
  const wanted = createStore<string | undefined>(undefined)
  const movements = new Movements()
  const bound = new BoundControls(clock, runOf, movements)
  const learnable = createLearnable(clock, movements)
  let listener: Listener | undefined
  let complained = ''

  const complain = (complaints: readonly string[]) => {
    const all = complaints.join('; ')
    if (all === complained) return
    complained = all
    if (complaints.length === 0) return
    log.warn('Some MIDI controls cannot be read', complaints)
    notices.post({
      kind: 'warning',
      source: 'midi-learn',
      code: 'bindings_broken',
      message: SENTENCES.broken,
      values: { number: complaints.length },
    })
  }
  const follow = () => bound.set(bindings.getState(), access.getState().inputs)
  let read: readonly unknown[] | undefined
  const update = () => {
    const stored = settings.getState().bindings
    if (stored === read) return
    read = stored
    const reading = readBindings(stored)
    bindings.setState(reading.bindings, true)
    follow()
    complain(reading.complaints)
  }

  update()
  const stopSettings = settings.subscribe(update)
  const stopAccess = access.subscribe((now, before) => {
    if (now.inputs === before.inputs) return
    for (const id of cameOrWent(before.inputs, now.inputs)) bound.letGo(id)
    follow()
  })

  return {
    bindings,
    /** The command that the user wants a control for, until the page is open. */
    wanted,
    want: (command: string | undefined) => wanted.setState(command, true),
    /** Hears controls instead of running their commands, until disposed. A later listener takes over. */
    hear(onControl: (heard: HeardControl) => void, onUnfit?: (unfit: Unfit) => void): Disposable {
      const next = { onControl, onUnfit }
      listener = next
      return disposable(() => {
        if (listener === next) listener = undefined
      })
    },
    bind(binding: Binding, before?: Binding) {
      const stored = settings.getState().bindings
      settings.change({ bindings: withBinding(before ? without(stored, [before]) : stored, binding) })
    },
    /** @returns restores the bindings, except bindings whose control was bound again, which it returns */
    remove(gone: readonly Binding[]): () => readonly Binding[] {
      settings.change({ bindings: without(settings.getState().bindings, gone) })
      return () => {
        const stored = settings.getState().bindings
        const { bindings: since } = readBindings(stored)
        const isFree = (binding: Binding) => clashesOf(binding, since).length === 0
        settings.change({ bindings: [...stored, ...gone.filter(isFree)] })
        return gone.filter(binding => !isFree(binding))
      }
    },
    filter: {
      id: 'midi-learn.controls',
      // Before other filters change what the device sends.
      order: -1000,
      accepts(bytes: ArrayLike<number>, portId: string) {
        if (!isControlPort(portId) || !loggedIn()) return true
        if (!listener) return !(settings.getState().on && bound.take(bytes, portId))
        const control = learnable.controlOf(bytes, portId)
        if (!control) {
          const unfit = unfitOf(bytes)
          if (unfit) listener.onUnfit?.(unfit)
          return true
        }
        const value = control.kind === 'program' ? 0 : movements.valueOf(control, bytes, portId)
        listener.onControl({ control, port: portOf(portId, access.getState()), value })
        return false
      },
    },
    dispose() {
      stopAccess()
      stopSettings()
      bound.dispose()
    },
  }
}

export type MidiLearn = ReturnType<typeof createMidiLearn>

/** An input that isn't a device is called by its id. */
function portOf(id: string, { inputs }: AccessView): HeardControl['port'] {
  const { name, manufacturer } = inputs.find(port => port.id === id) ?? { name: id, manufacturer: '' }
  return { id, name, manufacturer }
}
