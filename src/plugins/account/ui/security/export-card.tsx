/** Exports everything the server stores about the user. */
import { Button, Group } from '@mantine/core'
import { exportAccount } from '../../../../core/api/account.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { useAttempt } from '../../../../core/react/hooks/use-attempt.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { refusalText } from '../../refusals.js'
import { AccountCard } from '../account-frame.js'

const { DONE } = phrases({ DONE: 'Your data was saved to {{file}}.' })

export function ExportCard() {
  const { api, notices, platform } = useKernel()
  const { t } = useText()
  const { busy, attempt } = useAttempt(refusalText)
  const run = async () => {
    const kept = await api.call(exportAccount)
    const file = `${kept.tenant}-account-${kept.exportedAt.slice(0, 10)}.json`
    platform.page?.saveFile(file, JSON.stringify(kept, undefined, 2))
    notices.post({ kind: 'success', source: 'account', message: DONE, values: { file } })
  }
  return (
    <AccountCard
      id="export"
      title={t('Your data')}
      note={t(
        'Everything the server stores about you, as a JSON file. Settings stored in this browser aren’t included.',
      )}
    >
      <Group>
        <Button variant="default" loading={busy} onClick={() => void attempt(run)}>
          {t('Export my data')}
        </Button>
      </Group>
    </AccountCard>
  )
}
