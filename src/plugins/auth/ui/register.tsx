import { Anchor, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { register, sendVerification } from '../../../core/contract/sign-up.js'
import { API, TENANT } from '../../../core/kernel/tokens.js'
import { NewPassword } from '../../../core/react/credentials/new-password.js'
import { useForm } from '../../../core/react/hooks/use-form.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import { Hint } from '../../../core/react/looks.js'
import { useChecks } from './form-fields.js'
import { FormFrame, Providers } from './form-frame.js'
import { Frame } from './frame.js'
import { ScreenLink, useKeptReturnPath, useRedirectAfterLogin, useReturnPath } from './return-links.js'
import { EmailSent } from './send-mail.js'

interface Person {
  readonly name: string
  readonly email: string
}

export default function Register() {
  const api = useService(API)
  const { t } = useText()
  const [person, setPerson] = useState<Person>({ name: '', email: '' })
  const [sent, setSent] = useState(false)
  const { registration } = useStore(useService(TENANT).store)
  useRedirectAfterLogin()
  const wanted = useReturnPath()
  const { keep } = useKeptReturnPath()

  if (registration === 'closed') {
    return (
      <Frame
        title={t('Registration is closed')}
        lead={t(
          'Ask an administrator for an invitation. If you already have one, open the link in the email.',
        )}
      >
        <ScreenLink to="/login">{t('Back to login')}</ScreenLink>
      </Frame>
    )
  }
  if (!sent) {
    return (
      <RegisterForm
        person={person}
        onSent={given => {
          keep(wanted)
          setPerson(given)
          setSent(true)
        }}
      />
    )
  }
  return (
    <EmailSent
      lead={t('We’ve sent an email to {{email}}. Open the link within 24 hours.', {
        email: person.email,
      })}
      send={() => api.call(sendVerification, { body: { email: person.email } })}
      onOther={() => setSent(false)}
    />
  )
}

function RegisterForm({ person, onSent }: { person: Person; onSent: (person: Person) => void }) {
  const api = useService(API)
  const tenant = useService(TENANT)
  const card = useStore(tenant.store)
  const { t, language } = useText()
  const checks = useChecks()
  const [{ name, email }, setTyped] = useState(person)

  const { field, ...form } = useForm({
    checks: {
      name: checks.name,
      email: checks.email,
      password: checks.newPassword,
      acceptTerms: checks.accepted,
    },
    async send(given) {
      const account = { name: given.name.trim(), email: given.email.trim() }
      await api.call(register, {
        body: { ...account, password: given.password, acceptTerms: true, language },
      })
      onSent(account)
    },
  })
  const typedField = (key: keyof Person) => {
    const { onChange, ...props } = field(key)
    return {
      ...props,
      defaultValue: person[key],
      onChange: (event: { currentTarget: HTMLInputElement }) => {
        const { value } = event.currentTarget
        setTyped(typed => ({ ...typed, [key]: value }))
        onChange()
      },
    }
  }

  return (
    <FormFrame
      title={t('Join {{name}}', { name: card.name })}
      lead={t('It’s free and takes a minute.')}
      form={form}
      submit={t('Register')}
      foot={
        <>
          <Group gap={6}>
            <Hint>{t('Already have an account?')}</Hint>
            <ScreenLink to="/login">{t('Log in')}</ScreenLink>
          </Group>
          <Providers>
            <Hint>
              {t(
                'By logging in this way for the first time, you create an account and accept the terms of service.',
              )}
            </Hint>
          </Providers>
        </>
      }
    >
      <TextInput
        label={t('Your name')}
        description={t('Others see it if you make your profile public.')}
        autoComplete="name"
        autoFocus
        {...typedField('name')}
      />
      <TextInput
        label={t('Email address')}
        description={
          card.mailDomains &&
          t('Allowed email domains: {{domains}}.', {
            domains: card.mailDomains.map(domain => `@${domain}`).join(', '),
          })
        }
        type="email"
        autoComplete="username"
        {...typedField('email')}
      />
      <NewPassword label={t('Password')} words={[name, email, card.name, card.key]} {...field('password')} />
      <Stack gap={6}>
        <Checkbox
          label={t('I accept the terms of service and have read the privacy policy.')}
          {...field('acceptTerms')}
        />
        <LegalTextLinks />
      </Stack>
    </FormFrame>
  )
}

/** Links that open in a new tab, so that the form keeps its values. */
function LegalTextLinks() {
  const { t } = useText()
  return (
    <Group gap="4px 16px" pl={32}>
      <Anchor component={Link} to="/terms" target="_blank" size="sm">
        {t('Terms of service')}
      </Anchor>
      <Anchor component={Link} to="/privacy" target="_blank" size="sm">
        {t('Privacy policy')}
      </Anchor>
    </Group>
  )
}
