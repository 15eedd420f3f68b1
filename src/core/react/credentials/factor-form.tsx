import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useState } from 'react'
import type { FactorChallenge } from '../../contract/problem.js'
import type { FactorProof } from '../../contract/second-factor.js'
import { refusalWords } from '../../http/error-sentences.js'
import { codeOf, FretworkError } from '../../platform/fretwork-error.js'
import { phrases } from '../../platform/phrases.js'
import { useForm } from '../hooks/use-form.js'
import { useText } from '../kernel-context.js'
import { FocusedAlert } from '../refused.js'

type Method = 'totp' | 'passkey' | 'recovery'
const METHODS: readonly Method[] = ['totp', 'passkey', 'recovery']

interface FactorFormProps {
  readonly asked: FactorChallenge
  readonly submit: string
  readonly onProof: (proof: FactorProof) => Promise<void>
  readonly onRestart: () => void
}

export function FactorForm({ asked, submit, onProof, onRestart }: FactorFormProps) {
  const { t } = useText()
  const offered = METHODS.filter(method => asked.methods.includes(method))
  const [method, setMethod] = useState<Method>(offered[0] ?? 'recovery')
  const words: Readonly<Record<Method, string>> = {
    totp: t('Use the authenticator app'),
    passkey: t('Use a passkey'),
    recovery: t('Use a recovery code'),
  }
  const props = { asked, submit, onProof, onRestart }
  return (
    <Stack gap="md">
      {method === 'passkey' ? (
        <PasskeyStep {...props} />
      ) : (
        <CodeStep key={method} method={method} {...props} />
      )}
      <Group gap="xs" justify="center">
        {offered
          .filter(each => each !== method)
          .map(each => (
            <Button key={each} variant="subtle" size="compact-sm" onClick={() => setMethod(each)}>
              {words[each]}
            </Button>
          ))}
      </Group>
    </Stack>
  )
}

function CodeStep(props: FactorFormProps & { readonly method: Method }) {
  const { asked, submit, onProof, onRestart, method } = props
  const { t } = useText()
  const { challenge } = asked
  const digits = method === 'totp'
  const { busy, failure, form, field } = useForm<'code'>({
    checks: {
      code: value => {
        if (digits) return isAppCode(value) ? undefined : t('Enter the 6-digit code from the app.')
        return value.trim() === '' ? t('Enter one of your recovery codes.') : undefined
      },
    },
    send: ({ code }) =>
      onProof(
        digits ? { challenge, code: code.replace(/\s/g, '') } : { challenge, recoveryCode: code.trim() },
      ),
    blame: error =>
      codeOf(error) === 'second_factor_wrong'
        ? { field: 'code', said: t('This code is wrong or was already used. Enter the next one.') }
        : undefined,
  })
  return (
    <form {...form}>
      <Stack gap="md">
        <FactorFailure error={failure} onRestart={onRestart} />
        <TextInput
          label={digits ? t('Code from your authenticator app') : t('Recovery code')}
          description={digits ? undefined : t('Each code works once.')}
          autoComplete={digits ? 'one-time-code' : 'off'}
          inputMode={digits ? 'numeric' : 'text'}
          spellCheck={false}
          autoFocus
          data-autofocus
          {...field('code')}
        />
        <Button type="submit" loading={busy} size="md">
          {submit}
        </Button>
      </Stack>
    </form>
  )
}

export function isAppCode(value: string): boolean {
  return /^\d{6}$/.test(value.replace(/\s/g, ''))
}

function PasskeyStep({ asked, onProof, onRestart }: FactorFormProps) {
  const { t } = useText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const run = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await onProof({ challenge: asked.challenge, passkey: await signWithPasskey(asked.passkey ?? {}) })
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <FactorFailure error={failure} onRestart={onRestart} />
      <Text size="sm">
        {t('Your browser will ask for the fingerprint, face, PIN or security key you set up.')}
      </Text>
      <Button size="md" loading={busy} onClick={() => void run()} autoFocus data-autofocus>
        {t('Use a passkey')}
      </Button>
    </>
  )
}

function FactorFailure({ error, onRestart }: { readonly error: unknown; readonly onRestart: () => void }) {
  const { t, tm } = useText()
  if (error === undefined) return null
  const { source, message, values } = passkeyWords(error)
  const isOver = ['challenge_invalid', 'second_factor_wrong'].includes(codeOf(error))
  return (
    <FocusedAlert about={error}>
      <Stack gap="xs" align="flex-start">
        {tm(source, message, values)}
        {isOver && (
          <Button size="xs" variant="default" onClick={onRestart}>
            {t('Start over')}
          </Button>
        )}
      </Stack>
    </FocusedAlert>
  )
}

type Json = Readonly<Record<string, unknown>>

/** Error codes by exception name (Web Authentication, 5.1.3 and 5.1.4). */
const CODES: Readonly<Record<string, string>> = {
  NotAllowedError: 'passkey_cancelled',
  AbortError: 'passkey_cancelled',
  InvalidStateError: 'passkey_known',
  SecurityError: 'passkey_elsewhere',
}

export const passkeyWords = refusalWords(
  'core',
  phrases({
    passkey_cancelled: 'No passkey was used. Try again, or choose another method.',
    passkey_known: 'This device already has a passkey for your account.',
    passkey_elsewhere: 'Passkeys don’t work at this address. Open the site at its usual address.',
    passkey_failed: 'This browser can’t use passkeys here. Choose another method.',
    passkey_refused: 'That passkey didn’t work. Try again.',
  }),
)

async function signWithPasskey(
  options: Json,
): Promise<Extract<FactorProof, { passkey: unknown }>['passkey']> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const { id, response } = await startAuthentication({ optionsJSON }).catch(fail)
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, clientDataJSON, authenticatorData, signature }
}

export async function createPasskey(options: Json) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const { id, response } = await startRegistration({ optionsJSON }).catch(fail)
  const { clientDataJSON, attestationObject, transports } = response
  return { id, clientDataJSON, attestationObject, ...(transports && { transports }) }
}

function fail(cause: unknown): never {
  const name = cause instanceof Error ? cause.name : ''
  throw new FretworkError(CODES[name] ?? 'passkey_failed', `The browser did not use a passkey: ${name}.`, {
    cause,
  })
}
