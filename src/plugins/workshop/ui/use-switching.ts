/** Switching plugins off and on again, with what the user is told of it. */

import { codeOf, messageOf } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { useKernel } from '../../../core/react/kernel-context.js'
import { usePluginTitle } from './use-plugin-words.js'

const SENTENCES = phrases({
  off: '“{{plugin}}” is off.',
  undo: 'Undo',
  refused: '“{{plugin}}”: {{reason}}',
})

export interface Switching {
  switchOff(id: string): Promise<void>
  switchOn(id: string): Promise<void>
  /** Starts one that failed once more. */
  startAgain(id: string): Promise<void>
}

export function useSwitching(): Switching {
  const { host, notices } = useKernel()
  const titleOf = usePluginTitle()
  const refused = (id: string, error: unknown) =>
    notices.post({
      kind: 'error',
      source: 'workshop',
      code: codeOf(error),
      message: SENTENCES.refused,
      values: { plugin: titleOf(id), reason: messageOf(error) },
    })
  /** A plugin that does not start says so itself, by its state and a notice of the host's. */
  const unlessItSaysSo = (id: string) => (error: unknown) => {
    const status = host.state(id)?.status
    if (status !== 'failed' && status !== 'blocked') refused(id, error)
  }
  const switchOn = (id: string) => host.enable(id).catch(unlessItSaysSo(id))
  return {
    switchOn,
    startAgain: id => host.activate(id).catch(unlessItSaysSo(id)),
    async switchOff(id) {
      try {
        await host.disable(id)
      } catch (error) {
        return refused(id, error)
      }
      notices.post({
        kind: 'info',
        source: 'workshop',
        message: SENTENCES.off,
        values: { plugin: titleOf(id) },
        action: { label: SENTENCES.undo, run: () => void switchOn(id) },
      })
    },
  }
}
