/** Starts sources as plugins bring them, and ends them when they go. */
import * as z from 'zod/mini'
import {
  callable,
  checkedExtensions,
  extensionId,
} from '../../../core/kernel/extensions/checked-extensions.js'
import type { PluginContext } from '../../../core/kernel/manifest/plugin.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { MIDI_SOURCES, type MidiInput, type MidiSource } from '../tokens.js'

const sourceShape = z.object({ id: extensionId, start: callable })

/** For as long as the plugin is active. A source that cannot start is taken out; one that cannot end is logged. */
export function runSources(context: PluginContext, input: MidiInput): void {
  const sources = checkedExtensions(context, MIDI_SOURCES, sourceShape)
  const running = new Map<MidiSource, Disposable>()

  const end = (source: MidiSource, stop: Disposable) => {
    running.delete(source)
    try {
      stop.dispose()
    } catch (error) {
      context.log.error(`The MIDI source ${source.id} could not be ended`, error)
    }
  }
  const update = () => {
    const wanted = sources.items.getState()
    for (const [source, stop] of [...running]) if (!wanted.includes(source)) end(source, stop)
    for (const source of wanted) {
      if (running.has(source)) continue
      const stop = sources.attempt(source, () => started(source, input))
      if (stop) running.set(source, stop)
    }
  }

  update()
  context.scope.onDispose(sources.items.subscribe(update))
  context.scope.onDispose(() => {
    for (const [source, stop] of [...running]) end(source, stop)
  })
}

function started(source: MidiSource, input: MidiInput): Disposable {
  const stop: unknown = source.start(input)
  if (isDisposable(stop)) return stop
  throw new FretworkError('source_endless', `The MIDI source "${source.id}" gave nothing that ends it.`)
}

function isDisposable(value: unknown): value is Disposable {
  return (
    typeof value === 'object' && value !== null && 'dispose' in value && typeof value.dispose === 'function'
  )
}
