import { Text } from '@mantine/core'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { ListRow, NameForm, PageHeader } from '../../../../core/react/list-page.js'
import page from '../../../../core/react/list-page.module.css'
import { SecondaryButton } from '../../../../core/react/looks.js'
import { SETLISTS } from '../setlists.js'

export default function SetlistsPage() {
  const { t } = useText()
  const lists = useStore(useService(SETLISTS).lists)
  const play = useCommand('setlists.play')
  const add = useCommand('setlists.add')
  return (
    <div className={page.page}>
      <PageHeader title={t('Setlists')} note={t('Songs in order, each with its own tempo and section.')} />
      {lists.length === 0 && <Text c="dimmed">{t('No setlists yet. Create your first one below.')}</Text>}
      {lists.length > 0 && (
        <ul className={`fw-card ${page.list}`} aria-label={t('Setlists')}>
          {lists.map(list => (
            <ListRow
              key={list.id}
              title={list.name}
              to={`/setlists/${list.id}`}
              facts={t('{{count}} songs', { count: list.songs.length })}
            >
              <SecondaryButton
                size="sm"
                disabled={list.songs.length === 0}
                aria-label={t('Play {{name}}', { name: list.name })}
                onClick={() => play.run({ setlist: list.id })}
              >
                {t('Play')}
              </SecondaryButton>
            </ListRow>
          ))}
        </ul>
      )}
      <NameForm
        label={t('New setlist')}
        submit={t('Add')}
        maxLength={60}
        onName={name => add.run({ name })}
      />
    </div>
  )
}
