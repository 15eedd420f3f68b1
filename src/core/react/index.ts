/** `@fretwork/sdk/react` */

export { UserAvatar } from './avatar/user-avatar.js'
export { type UsableCommand, useCommand } from './hooks/use-command.js'
export { useStore } from './hooks/use-store.js'
export { type Text, type TextValues, useText } from './hooks/use-text.js'
export { KernelProvider, useKernel, useOptionalService, usePluginId, useService } from './kernel-context.js'
export { type Plan, PlanGate, type PlanGateProps, usePlan } from './plan-gate.js'
export { PluginScreen } from './plugin-screen.js'
export { type Asked, Question, type QuestionProps } from './question.js'
