import { Stack, Text, TextInput } from '@mantine/core'
import { personName } from '../../../../../core/api/fields.js'
import { addPasskey, beginPasskey } from '../../../../../core/api/second-factor.js'
import type { RefusalWords } from '../../../../../core/http/error-sentences.js'
import { codeOf } from '../../../../../core/platform/fretwork-error.js'
import { useForm } from '../../../../../core/react/hooks/use-form.js'
import { useText } from '../../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../../core/react/kernel-context.js'
import { createPasskey, passkeyWords } from '../../../../../core/react/second-factor/passkeys.js'
import { refusalText } from '../../../refusals.js'
import { FormError } from '../secret-form.js'
import { PasswordStep, type SetupProps, StepButtons } from './password-step.js'

const wordsOf: RefusalWords = error =>
  codeOf(error).startsWith('passkey_') ? passkeyWords(error) : refusalText(error)

interface Begun {
  readonly challenge: string
  readonly options: Readonly<Record<string, unknown>>
}

export function PasskeySetup({ asksPassword, onDone, onCancel }: SetupProps) {
  const { api } = useKernel()
  return (
    <PasswordStep
      asksPassword={asksPassword}
      onCancel={onCancel}
      begin={body => api.call(beginPasskey, { body })}
    >
      {begun => <NamedPasskey begun={begun} onDone={onDone} onCancel={onCancel} />}
    </PasswordStep>
  )
}

interface NamedPasskeyProps extends Pick<SetupProps, 'onDone' | 'onCancel'> {
  readonly begun: Begun
}

function NamedPasskey({ begun, onDone, onCancel }: NamedPasskeyProps) {
  const { api } = useKernel()
  const { t } = useText()
  const { busy, failure, form, field } = useForm<'name'>({
    checks: {
      name: value =>
        personName.safeParse(value.trim()).success ? undefined : t('Enter a name of 1 to 100 characters.'),
    },
    async send({ name }) {
      const created = await createPasskey(begun.options)
      const body = { challenge: begun.challenge, name: name.trim(), ...created }
      onDone((await api.call(addPasskey, { body })).recoveryCodes)
    },
  })
  return (
    <form {...form}>
      <Stack gap="sm" maw={420}>
        <FormError error={failure} words={wordsOf} />
        <Text size="sm">{t('Your browser will ask where to keep the passkey.')}</Text>
        <TextInput
          label={t('Name of the passkey')}
          description={t('Such as the name of the device or key')}
          autoFocus
          {...field('name')}
        />
        <StepButtons next={t('Create passkey')} busy={busy} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
