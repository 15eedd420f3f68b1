import { Alert, Button, Text, TextInput } from '@mantine/core'
import { encode } from 'uqr'
import { addTotp, beginTotp } from '../../../../core/contract/second-factor.js'
import { codeOf } from '../../../../core/platform/fretwork-error.js'
import { isAppCode } from '../../../../core/react/credentials/factor-form.js'
import { useForm } from '../../../../core/react/hooks/use-form.js'
import { useKernel, useText } from '../../../../core/react/kernel-context.js'
import { PasswordStep, type SetupProps } from './password-step.js'
import { SecretForm } from './secret-form.js'

export default function AppSetup(props: SetupProps) {
  const { api } = useKernel()
  return (
    <PasswordStep {...props} begin={body => api.call(beginTotp, { body })}>
      {begun => <FirstCode {...begun} {...props} />}
    </PasswordStep>
  )
}

interface FirstCodeProps extends Pick<SetupProps, 'onDone' | 'onCancel'> {
  readonly challenge: string
  readonly secret: string
  readonly uri: string
}

function FirstCode({ challenge, secret, uri, onDone, onCancel }: FirstCodeProps) {
  const { api } = useKernel()
  const { t } = useText()
  const { field, ...form } = useForm<'code'>({
    checks: {
      code: value => (isAppCode(value) ? undefined : t('Enter the 6-digit code from the app.')),
    },
    async send({ code }) {
      const body = { challenge, code: code.replace(/\s/g, '') }
      onDone((await api.call(addTotp, { body })).recoveryCodes)
    },
    blame: error =>
      codeOf(error) === 'second_factor_wrong'
        ? {
            field: 'code',
            said: t('That code isn’t right. Check your phone’s clock and enter the next code.'),
          }
        : undefined,
  })
  return (
    <SecretForm secret={form} submit={t('Turn on')} onCancel={onCancel}>
      <Text size="sm">
        {t('Scan this with an authenticator app, such as Aegis, 1Password or Google Authenticator.')}
      </Text>
      <QrCode text={uri} label={t('QR code for your authenticator app')} />
      <Text size="sm">
        {t('Or type this key into the app:')} <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </Text>
      {codeOf(form.failure) === 'challenge_invalid' && (
        <Alert>
          <Button size="xs" variant="default" onClick={onCancel}>
            {t('Start over')}
          </Button>
        </Alert>
      )}
      <TextInput
        label={t('Code from the app')}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        {...field('code')}
      />
    </SecretForm>
  )
}

/** White border around the QR code, in modules (ISO/IEC 18004 requires four). */
const BORDER = 4

function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: BORDER })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width={200} height={200}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
