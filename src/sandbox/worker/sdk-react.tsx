/** `@fretwork/sdk/react` for sandboxed plugins. Components that only work in the page throw. */
import { FretworkError } from '../../core/platform/fretwork-error.js'
import { useKernel, useStore, useText } from '../../core/react/kernel-context.js'
import type { StandIns } from './stand-ins.js'

export {
  KernelProvider,
  useKernel,
  useOptionalService,
  usePluginId,
  useService,
  useStore,
  useText,
} from '../../core/react/kernel-context.js'

export function useCommand(id: string) {
  const { standIns } = useKernel() as unknown as { readonly standIns: StandIns }
  const { t } = useText()
  const command = useStore(standIns.commands, all => all.find(each => each.id === id))
  return {
    title: command ? t(command.title) : id,
    keys: command?.keys ?? [],
    enabled: command?.enabled ?? false,
    run: (args?: unknown) => standIns.run(id, args),
  }
}

const missing = (name: string) => () => {
  const message = `${name} uses the app’s components, which aren’t available in the sandbox. Use HTML elements instead.`
  throw new FretworkError('apart_unavailable', message)
}
export const UserAvatar = missing('UserAvatar')
export const PlanGate = missing('PlanGate')
export const PluginScreen = missing('PluginScreen')
export const Question = missing('Question')
export const usePlan = missing('usePlan')
