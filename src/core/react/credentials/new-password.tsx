import { Box, Group, type PasswordInputProps, Stack, Text } from '@mantine/core'
import { type ChangeEvent, useDeferredValue, useState } from 'react'
import { useText } from '../kernel-context.js'
import { PasswordField } from './password-field.js'
import { isPasswordLength, PASSWORD_LENGTH } from './password-fields.js'

interface NewPasswordProps
  extends Pick<PasswordInputProps, 'label' | 'name' | 'error' | 'onBlur' | 'onChange' | 'autoFocus'> {
  readonly words?: readonly string[]
}

const BARS = [1, 2, 3, 4] as const

export function NewPassword({ words = [], onChange, ...input }: NewPasswordProps) {
  const { t } = useText()
  const [typed, setTyped] = useState('')
  const [meter, setMeter] = useState<PasswordMeter>()
  const changed = (event: ChangeEvent<HTMLInputElement>) => {
    setTyped(event.currentTarget.value)
    onChange?.(event)
  }
  const fetchMeter = () => {
    loadPasswordMeter().then(
      loaded => setMeter(() => loaded),
      () => undefined,
    )
  }
  return (
    <Stack gap={6}>
      <PasswordField
        {...input}
        autoComplete="new-password"
        description={t('8 to 256 characters. Common passwords aren’t allowed.')}
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
          <Box key={bar} flex={1} h={4} bdrs={2} bg={bar <= filled ? color : 'var(--fw-line)'} />
        ))}
      </Group>
      <Text size="sm" c={refused ? 'var(--fw-bad)' : 'dimmed'} role="status" miw={130} ta="end">
        {verdict}
      </Text>
    </Group>
  )
}

type PasswordScore = 0 | 1 | 2 | 3 | 4

type PasswordMeter = (password: string, words: readonly string[]) => PasswordScore

export const LEAST_SCORE: PasswordScore = 2
/** Characters checked at each end of a password, as on the server. Checking takes quadratic time. */
const CHECKED_CHARACTERS = 64

let meter: Promise<PasswordMeter> | undefined

export function loadPasswordMeter(): Promise<PasswordMeter> {
  meter ??= load().catch(error => {
    meter = undefined
    throw error
  })
  return meter
}

async function load(): Promise<PasswordMeter> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return (password, words) => {
    const characters = [...password]
    const ends = new Set([
      characters.slice(0, CHECKED_CHARACTERS).join(''),
      characters.slice(-CHECKED_CHARACTERS).join(''),
    ])
    const own = words.flatMap(word => [word, ...word.split(/[^\p{L}\p{N}]+/u)])
    const known = ['fretwork', ...own.map(word => word.toLowerCase())].filter(word => word !== '')
    return Math.max(...[...ends].map(end => factory.check(end, known).score)) as PasswordScore
  }
}
