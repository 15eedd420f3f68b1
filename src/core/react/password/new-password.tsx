/** The field for a password that is to be set: its rules, and how hard it is to guess while it is typed. */
import { Group, PasswordInput, type PasswordInputProps, Stack, Text } from '@mantine/core'
import { type ChangeEvent, useDeferredValue, useState } from 'react'
import { useText } from '../hooks/use-text.js'
import { isPasswordLength, PASSWORD_LENGTH, usePasswordField } from './password-fields.js'
import { LEAST_SCORE, loadPasswordMeter, type PasswordMeter } from './password-strength.js'

interface NewPasswordProps
  extends Pick<PasswordInputProps, 'label' | 'name' | 'error' | 'onBlur' | 'onChange' | 'autoFocus'> {
  /** What is known of the person: name and address make a password easier to guess. */
  readonly words?: readonly string[]
}

const BARS = [1, 2, 3, 4] as const

/** The browser keeps what is typed, as in every form of ours. The server has the last word. */
export function NewPassword({ words = [], onChange, ...input }: NewPasswordProps) {
  const { t } = useText()
  const visibility = usePasswordField()
  const [typed, setTyped] = useState('')
  const [meter, setMeter] = useState<PasswordMeter>()
  const changed = (event: ChangeEvent<HTMLInputElement>) => {
    setTyped(event.currentTarget.value)
    onChange?.(event)
  }
  const fetchMeter = () => {
    // Without it, the rules still stand there and the server decides: nothing is lost that could be said.
    loadPasswordMeter().then(
      loaded => setMeter(() => loaded),
      () => undefined,
    )
  }
  return (
    <Stack gap={6}>
      <PasswordInput
        {...input}
        {...visibility}
        autoComplete="new-password"
        description={t('8 to 256 characters. Common passwords aren’t allowed.')}
        visibilityToggleButtonProps={{ 'aria-label': t('Show or hide password'), tabIndex: 0 }}
        onFocus={fetchMeter}
        onChange={changed}
      />
      <Strength typed={typed} meter={meter} words={words} />
    </Stack>
  )
}

interface StrengthProps {
  readonly typed: string
  readonly meter: PasswordMeter | undefined
  readonly words: readonly string[]
}

/** Takes its place from the beginning, so that nothing moves when it has something to say. */
function Strength({ typed, meter, words }: StrengthProps) {
  const { t } = useText()
  const password = useDeferredValue(typed)
  const long = isPasswordLength(password)
  const score = long ? meter?.(password, words) : undefined
  const refused = score !== undefined && score < LEAST_SCORE
  const filled = score === undefined ? 0 : Math.max(score, 1)
  const color = refused ? 'var(--fw-bad)' : score === LEAST_SCORE ? 'var(--fw-accent)' : 'var(--fw-good)'
  const verdicts = [
    t('Too easy to guess'),
    t('Too easy to guess'),
    t('Good enough'),
    t('Good'),
    t('Very good'),
  ]
  const tooShort = password !== '' && [...password].length < PASSWORD_LENGTH.least
  const verdict = score === undefined ? tooShort && t('Too short') : verdicts[score]
  return (
    <Group gap="sm" wrap="nowrap" mih={20}>
      <Group gap={4} flex={1} wrap="nowrap" aria-hidden>
        {BARS.map(bar => (
          <span
            key={bar}
            style={{
              flex: 1,
              height: 4,
              borderRadius: 2,
              background: bar <= filled ? color : 'var(--fw-line)',
            }}
          />
        ))}
      </Group>
      <Text size="sm" c={refused ? 'var(--fw-bad)' : 'dimmed'} role="status" miw={130} ta="end">
        {verdict}
      </Text>
    </Group>
  )
}
