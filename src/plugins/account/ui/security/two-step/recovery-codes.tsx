import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { phrases } from '../../../../../core/platform/phrases.js'
import { useAttempt } from '../../../../../core/react/hooks/use-attempt.js'
import { useStore } from '../../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../../core/react/kernel-context.js'
import { refusalText } from '../../../refusals.js'
import classes from '../../account.module.css'

const SAID = phrases({ copied: 'Recovery codes copied.', saved: 'Recovery codes saved to {{file}}.' })

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { auth, notices, platform, tenant } = useKernel()
  const { t } = useText()
  const { attempt } = useAttempt(refusalText)
  const { name, key } = useStore(tenant.store)
  const email = useStore(auth.state, ({ user }) => user?.email ?? '')
  const heading = useRef<HTMLDivElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = `${t('Recovery codes of {{email}} for {{name}}', { email, name })}\n\n${codes.join('\n')}\n`
  const copy = async () => {
    await platform.page?.copyText(text)
    notices.post({ kind: 'success', source: 'account', message: SAID.copied })
  }
  const save = () => {
    const file = `${key}-recovery-codes.txt`
    platform.page?.saveFile(file, text)
    notices.post({ kind: 'success', source: 'account', message: SAID.saved, values: { file } })
  }
  return (
    <Alert ref={heading} tabIndex={-1} title={t('Save your recovery codes')} className={classes.codes}>
      <Stack gap="sm">
        <Text size="sm">
          {t(
            'Use one of these codes to log in without your phone or passkey. Each code works once. Store them in a safe place: you won’t see them again.',
          )}
        </Text>
        <SimpleGrid component="ul" cols={{ base: 1, xs: 2 }} spacing={4} className={classes.codeList}>
          {codes.map(code => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </SimpleGrid>
        <Group gap="xs" className="fw-on-screen">
          <Button variant="default" onClick={() => void attempt(copy)}>
            {t('Copy codes')}
          </Button>
          <Button variant="default" onClick={save}>
            {t('Download codes')}
          </Button>
          <Button variant="default" onClick={() => window.print()}>
            {t('Print codes')}
          </Button>
          <Button onClick={onDone}>{t('I’ve saved them')}</Button>
        </Group>
      </Stack>
    </Alert>
  )
}
