import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { encode } from 'uqr'
import { addTotp, beginTotp } from '../../../../../core/api/second-factor.js'
import { codeOf } from '../../../../../core/platform/fretwork-error.js'
import { useForm } from '../../../../../core/react/hooks/use-form.js'
import { useText } from '../../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../../core/react/kernel-context.js'
import { isAppCode } from '../../../../../core/react/second-factor/factor-form.js'
import { FormError } from '../secret-form.js'
import { PasswordStep, type SetupProps, StepButtons } from './password-step.js'

interface Begun {
  readonly challenge: string
  readonly secret: string
  readonly uri: string
}

export default function AppSetup({ asksPassword, onDone, onCancel }: SetupProps) {
  const { api } = useKernel()
  return (
    <PasswordStep
      asksPassword={asksPassword}
      onCancel={onCancel}
      begin={body => api.call(beginTotp, { body })}
    >
      {begun => <FirstCode begun={begun} onDone={onDone} onCancel={onCancel} />}
    </PasswordStep>
  )
}

interface FirstCodeProps extends Pick<SetupProps, 'onDone' | 'onCancel'> {
  readonly begun: Begun
}

function FirstCode({ begun, onDone, onCancel }: FirstCodeProps) {
  const { api } = useKernel()
  const { t } = useText()
  const { challenge, secret, uri } = begun
  const { busy, failure, form, field } = useForm<'code'>({
    checks: {
      code: value => (isAppCode(value) ? undefined : t('Enter the six digits the app shows.')),
    },
    async send({ code }) {
      const { recoveryCodes } = await api.call(addTotp, {
        body: { challenge, code: code.replace(/\s/g, '') },
      })
      onDone(recoveryCodes)
    },
    blame: error =>
      codeOf(error) === 'second_factor_wrong'
        ? {
            field: 'code',
            said: t('This isn’t the code. Check the clock of your phone and enter the next one.'),
          }
        : undefined,
  })
  return (
    <form {...form}>
      <Stack gap="sm" maw={420}>
        <FormError error={failure} />
        <Text size="sm">
          {t('Scan this with an authenticator app, such as Aegis, 1Password or Google Authenticator.')}
        </Text>
        <QrCode text={uri} label={t('QR code for your authenticator app')} />
        <Text size="sm">
          {t('Or type this key into the app:')} <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
        </Text>
        {codeOf(failure) === 'challenge_invalid' && (
          <Alert>
            <Button size="xs" variant="default" onClick={onCancel}>
              {t('Start again')}
            </Button>
          </Alert>
        )}
        <TextInput
          label={t('Code the app shows')}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
          {...field('code')}
        />
        <StepButtons next={t('Turn on')} busy={busy} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

/** Modules of white around it (ISO/IEC 18004 asks for four). */
const BORDER = 4

/** Readable in both color schemes. */
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
