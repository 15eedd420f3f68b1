/** Entry point of `@fretwork/sdk/react`. */

export { type UsableCommand, useCommand } from './hooks/use-command.js'
export {
  KernelProvider,
  type Text,
  type TextValues,
  useKernel,
  useOptionalService,
  usePluginId,
  useService,
  useStore,
  useText,
} from './kernel-context.js'
export { type Plan, PlanGate, type PlanGateProps, usePlan } from './plan-gate.js'
export { PluginScreen } from './plugin-screen.js'
export { type Asked, Question, type QuestionProps } from './question.js'
export { UserAvatar } from './user-avatar.js'
