import { Text, TextInput } from '@mantine/core'
import { personName } from '../../../../../core/api/fields.js'
import { addPasskey, beginPasskey } from '../../../../../core/api/second-factor.js'
import type { RefusalWords } from '../../../../../core/http/error-sentences.js'
import { codeOf } from '../../../../../core/platform/fretwork-error.js'
import { useForm } from '../../../../../core/react/hooks/use-form.js'
import { useText } from '../../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../../core/react/kernel-context.js'
import { createPasskey, passkeyWords } from '../../../../../core/react/second-factor/factor-form.js'
import { refusalText } from '../../../refusals.js'
import { SecretForm } from '../secret-form.js'
import { PasswordStep, type SetupProps } from './password-step.js'

const wordsOf: RefusalWords = error =>
  codeOf(error).startsWith('passkey_') ? passkeyWords(error) : refusalText(error)

export function PasskeySetup(props: SetupProps) {
  const { api } = useKernel()
  return (
    <PasswordStep {...props} begin={body => api.call(beginPasskey, { body })}>
      {begun => <NamedPasskey {...begun} {...props} />}
    </PasswordStep>
  )
}

interface NamedPasskeyProps extends Pick<SetupProps, 'onDone' | 'onCancel'> {
  readonly challenge: string
  readonly options: Readonly<Record<string, unknown>>
}

function NamedPasskey({ challenge, options, onDone, onCancel }: NamedPasskeyProps) {
  const { api } = useKernel()
  const { t } = useText()
  const { field, ...form } = useForm<'name'>({
    checks: {
      name: value =>
        personName.safeParse(value.trim()).success ? undefined : t('Enter a name of 1 to 100 characters.'),
    },
    async send({ name }) {
      const body = { challenge, name: name.trim(), ...(await createPasskey(options)) }
      onDone((await api.call(addPasskey, { body })).recoveryCodes)
    },
  })
  return (
    <SecretForm secret={form} words={wordsOf} submit={t('Create passkey')} onCancel={onCancel}>
      <Text size="sm">{t('Your browser will ask where to save the passkey.')}</Text>
      <TextInput
        label={t('Name of the passkey')}
        description={t('Such as the name of the device or key')}
        autoFocus
        {...field('name')}
      />
    </SecretForm>
  )
}
