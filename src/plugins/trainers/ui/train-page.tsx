import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import page from '../../../core/react/list-page.module.css'
import { PageTabs } from '../../../core/react/page-tabs.js'
import { TRAINER } from '../internal-tokens.js'
import { KINDS } from '../settings.js'
import { KIND_NAMES, useAnswerWords } from './answer-words.js'
import { Overview } from './overview.js'
import { Round } from './round.js'
import classes from './train.module.css'

export default function TrainPage() {
  const { t } = useText()
  const trainer = useService(TRAINER)
  const phase = useStore(trainer.view, view => view.phase)
  useEffect(() => () => trainer.leave(), [trainer])
  return (
    <div className={page.page}>
      <PageTabs of="/practice" />
      <header>
        <h1 className={page.title}>{t('Train')}</h1>
        {phase === 'resting' && (
          <p className={page.note}>
            {t('A few minutes a day. What you know comes back later, what you don’t comes back soon.')}
          </p>
        )}
      </header>
      {phase === 'resting' ? <Overview /> : phase === 'ended' ? <Summary /> : <Round />}
    </div>
  )
}

const MINUTE_MS = 60_000

function Summary() {
  const { t, tm } = useText()
  const trainer = useService(TRAINER)
  const { kind, answers, startedAtMs, endsAtMs } = useStore(trainer.view)
  const { fact } = useAnswerWords()
  const start = useCommand('trainers.start-round')
  const right = answers.filter(answer => answer.right).length
  const wrong = new Map(answers.filter(answer => !answer.right).map(({ card }) => [card.id, card]))
  return (
    <Stack component="section" className="fw-card" gap={16} p={16} aria-label={t('Your round')}>
      <div>
        <Title order={2} fz={20}>
          <span role="status">{t('{{right}} of {{asked}} right', { right, asked: answers.length })}</span>
        </Title>
        <Text size="sm" c="dimmed">
          {t('{{minutes}} min', {
            minutes: Math.max(1, Math.round((endsAtMs - startedAtMs) / MINUTE_MS)),
          })}
        </Text>
      </div>
      <Group component="dl" className={classes.figures} gap="8px 28px" m={0}>
        {KINDS.flatMap(kind => {
          const of = answers.filter(({ card }) => card.kind === kind)
          if (of.length === 0) return []
          return (
            <div key={kind}>
              <dt>{tm('trainers', KIND_NAMES[kind])}</dt>
              <dd>
                {of.filter(answer => answer.right).length} / {of.length}
              </dd>
            </div>
          )
        })}
      </Group>
      <Stack gap={4}>
        {wrong.size === 0 ? (
          <Text size="sm">{t('Everything was right.')}</Text>
        ) : (
          <>
            <Text fw={600} size="sm">
              {t('These come back soon')}
            </Text>
            <ul className={`fw-list ${classes.missed}`}>
              {[...wrong.values()].map(card => (
                <li key={card.id}>{fact(card)}</li>
              ))}
            </ul>
          </>
        )}
      </Stack>
      <Group gap="sm">
        <Button leftSection={<IconPlayerPlay size={16} />} onClick={() => start.run({ kind })}>
          {t('Another round')}
        </Button>
        <Button variant="default" onClick={() => trainer.leave()}>
          {t('Done')}
        </Button>
      </Group>
    </Stack>
  )
}
