/** Everything that the server keeps about one, as a file. */
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { exportAccount } from '../../../../core/api/own-account.js'
import { codeOf } from '../../../../core/platform/fretwork-error.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { refusalOf } from '../../refusals.js'
import { AccountCard } from '../account-frame.js'

const { DONE } = phrases({ DONE: 'Your data is in the file {{file}}.' })

export function ExportCard() {
  const { api, notices, platform } = useKernel()
  const { t } = useText()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      const kept = await api.call(exportAccount)
      const file = `${kept.tenant}-account-${kept.exportedAt.slice(0, 10)}.json`
      platform.page?.saveFile(file, JSON.stringify(kept, undefined, 2))
      notices.post({ kind: 'success', source: 'account', message: DONE, values: { file } })
    } catch (error) {
      notices.post({ kind: 'error', code: codeOf(error), ...refusalOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <AccountCard
      id="export"
      title={t('Your data')}
      note={t(
        'All that the server keeps about you, as a JSON file. What is set in this browser is not in it.',
      )}
    >
      <Group>
        <Button variant="default" loading={busy} onClick={() => void run()}>
          {t('Export my data')}
        </Button>
      </Group>
    </AccountCard>
  )
}
