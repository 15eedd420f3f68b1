import { Table, Text } from '@mantine/core'
import type { SentTake } from '../../../core/api/homework.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { percent } from './facts.js'
import classes from './homework.module.css'

const SHOWN = 20
const HARDEST = 3

export function Takes({ takes }: { readonly takes: readonly SentTake[] }) {
  const { t, locale } = useText()
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' })
  if (takes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('No takes yet.')}
      </Text>
    )
  return (
    <div className={classes.takes}>
      <Table aria-label={t('Takes')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('When')}</Table.Th>
            <Table.Th>{t('Right')}</Table.Th>
            <Table.Th>{t('Tempo')}</Table.Th>
            <Table.Th>{t('Hardest bars')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {takes.slice(0, SHOWN).map(take => (
            <Table.Tr key={take.id}>
              <Table.Td>{day.format(new Date(take.at))}</Table.Td>
              <Table.Td>
                {percent(take.accuracy)} %{!take.complete && ` (${t('not to the end')})`}
              </Table.Td>
              <Table.Td>{take.tempo} %</Table.Td>
              <Table.Td>{hardest(take)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function hardest({ byBar }: SentTake): string {
  const faulty = byBar.filter(({ written, right }) => right < written)
  const worst = faulty.toSorted((a, b) => a.right / a.written - b.right / b.written).slice(0, HARDEST)
  return worst.map(({ bar }) => bar).join(', ')
}
