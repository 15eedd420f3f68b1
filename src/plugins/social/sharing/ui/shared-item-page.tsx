import { Alert, Button, Group } from '@mantine/core'
import { useCallback } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useAnswer, useAttempt } from '../../../../core/react/hooks/use-answer.js'
import { useKernel, useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { Awaited, BackLink } from '../../../../core/react/list-page.js'
import page from '../../../../core/react/list-page.module.css'
import { ONCE } from '../../once.js'
import { copiesSettings } from '../../settings.js'
import { linkRefusal, refusalText } from '../sentences.js'
import { sharedThingsOf } from '../shared-things.js'
import { ContentHeader, neckPath, Report, SongList, usePageTitle } from './shared-content.js'

export default function SharedItemPage() {
  const { t } = useText()
  const { id = '' } = useParams()
  const { settings, auth } = useKernel()
  const things = useService(ONCE)(sharedThingsOf)
  const ask = useCallback((signal: AbortSignal) => things.content({ share: id }, signal), [things, id])
  const answer = useAnswer(ask)
  const { value } = answer
  usePageTitle(value?.title)
  const copies = useStore(settings.store(copiesSettings), state => state.copies)
  const own = useStore(auth.state, ({ user }) => user?.id)
  const { busy: working, attempt } = useAttempt(refusalText)
  const copy = things.copyOf(copies, id)
  const source = { share: id }
  const neck = value && neckPath(value)
  const isMine = value?.by.id === own
  return (
    <div className={page.page}>
      <BackLink to="/shared">{t('Shared')}</BackLink>
      <Awaited answer={answer} words={linkRefusal} />
      {value && (
        <>
          <ContentHeader content={value} linked />
          {copy && copy.version < value.version && (
            <Alert color="orange" variant="outline" role="status">
              {t('The original has changed since you copied it. Copy it again to get the latest version.')}
            </Alert>
          )}
          <SongList
            content={value}
            onOpen={song => void attempt(async () => void (await things.open(source, song)))}
          />
          <Group gap="xs">
            {neck !== undefined && (
              <Button component={Link} to={neck}>
                {t('Show on the neck')}
              </Button>
            )}
            {!isMine && (
              <Button
                variant="default"
                loading={working}
                onClick={() => void attempt(() => things.copy(source, value))}
              >
                {copy ? t('Copy again') : t('Copy to my library')}
              </Button>
            )}
          </Group>
          {!isMine && <Report source={source} />}
        </>
      )}
    </div>
  )
}
