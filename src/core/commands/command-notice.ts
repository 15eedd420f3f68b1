import { planPath } from '../auth/plans.js'
import type { Notice } from '../events/notices.js'
import { ApiError } from '../http/api-error.js'
import { sentenceFor } from '../http/error-sentences.js'
import type { FretworkError } from '../platform/fretwork-error.js'
import { phrases, SentenceError } from '../platform/phrases.js'

const SENTENCES = phrases({
  command_unknown: 'There’s no command “{{id}}”.',
  command_unavailable: '“{{command}}” isn’t available here ({{when}}).',
  command_busy: '“{{command}}” is still running. Try again when it has finished.',
  command_cancelled: '“{{command}}” was canceled.',
  command_needs_screen: '“{{command}}” only runs in the browser.',
  account_needed: '“{{command}}” needs a free account.',
  plan_needed: '“{{command}}” requires {{plan}}.',
})

const PLAN_SENTENCES: Readonly<Record<string, string>> = phrases({
  recording: 'Recording requires {{plan}}.',
  positions: 'Pinning notes requires {{plan}}.',
  tunings: 'Custom tunings require {{plan}}.',
  shapes: 'Custom shapes require {{plan}}.',
})

type CommandErrorCode = keyof typeof SENTENCES

const FAULTS: readonly CommandErrorCode[] = ['command_unknown', 'command_unavailable', 'command_needs_screen']

export class CommandError extends SentenceError {
  constructor(
    override readonly code: CommandErrorCode,
    override readonly values: Readonly<Record<string, string>>,
  ) {
    super(code, SENTENCES[code], values, { idle: !FAULTS.includes(code) })
  }
}

const { FAILED, SEE_PLANS, REGISTER } = phrases({
  FAILED: '{{command}}: {{reason}}',
  SEE_PLANS: 'See plans',
  REGISTER: 'Register',
})

export function noticeOf(
  command: { readonly title: string; readonly source: string } | undefined,
  error: FretworkError,
): Notice | undefined {
  const { code } = error
  if (code === 'command_cancelled') return undefined
  const about = { kind: error.idle ? 'info' : 'error', source: 'core', code } as const
  const name = command && { source: command.source, message: command.title }
  if (error instanceof CommandError) {
    const { feature, plan } = error.values
    return {
      ...about,
      message: (feature && PLAN_SENTENCES[feature]) || error.sentence,
      values: error.values,
      texts: { ...(name && { command: name }), ...(plan && { plan: { source: 'core', message: plan } }) },
      ...(feature && { leadsTo: { label: SEE_PLANS, path: planPath(feature) }, topic: `plan ${feature}` }),
      ...(code === 'account_needed' && { leadsTo: { label: REGISTER, path: '/register' }, topic: 'account' }),
    }
  }
  const { sentence, values, source } = sentenceOf(error)
  return {
    ...about,
    message: FAILED,
    values: { command: command?.title ?? '', reason: error.message },
    texts: {
      ...(name && { command: name }),
      reason: { source: source ?? command?.source ?? 'core', message: sentence, values },
    },
  }
}

function sentenceOf(error: FretworkError) {
  if (error instanceof ApiError) return { ...sentenceFor(error), source: 'core' }
  if (error instanceof SentenceError) return error
  return { sentence: error.message, values: undefined, source: undefined }
}
