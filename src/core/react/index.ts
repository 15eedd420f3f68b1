/** The SDK's face for screens (`@fretwork/sdk/react`). */
export { KernelProvider, useKernel, useOptionalService, usePluginId, useService } from './kernel-context.js'
export { type Plan, PlanGate, type PlanGateProps, usePlan } from './plan-gate.js'
export { PluginScreen } from './plugin-screen.js'
export { type Asked, Question, type QuestionProps } from './question.js'
export { type UsableCommand, useCommand } from './use-command.js'
export { useStore } from './use-store.js'
export { type Text, type TextValues, useText } from './use-text.js'
export { UserAvatar } from './user-avatar.js'
