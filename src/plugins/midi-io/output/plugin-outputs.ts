/** Outputs that plugins bring, beside those of the machine. */
import { disposable } from '../../../core/platform/disposable.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'
import type { OutputTarget, OutputTargets } from '../tokens.js'

export function withPluginOutputs(
  devices: OutputTargets,
  built: ReadonlyStore<readonly OutputTarget[]>,
): OutputTargets {
  return {
    find: id => devices.find(id) ?? built.getState().find(output => output.id === id),
    onGone(listener) {
      const watching = devices.onGone(listener)
      const stop = built.subscribe((now, before) => {
        for (const output of before) if (!now.includes(output)) listener(output.id)
      })
      return disposable(() => {
        watching.dispose()
        stop()
      })
    },
    onBack(listener) {
      const watching = devices.onBack(listener)
      const stop = built.subscribe((now, before) => {
        for (const output of now) if (!before.includes(output)) listener(output.id)
      })
      return disposable(() => {
        watching.dispose()
        stop()
      })
    },
  }
}
