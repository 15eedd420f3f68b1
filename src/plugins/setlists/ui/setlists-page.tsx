import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import page from '../../../core/react/list-page.module.css'
import { SETLISTS } from '../internal-tokens.js'
import classes from './setlists.module.css'

export default function SetlistsPage() {
  const { t } = useText()
  const lists = useStore(useService(SETLISTS).lists)
  const play = useCommand('setlists.play')
  const add = useCommand('setlists.add')
  const [name, setName] = useState('')
  return (
    <div className={page.page}>
      <header>
        <h1 className={page.title}>{t('Setlists')}</h1>
        <p className={page.note}>{t('Songs in order, each with its own tempo and section.')}</p>
      </header>
      {lists.length === 0 && <Text c="dimmed">{t('No setlists yet. Create your first one below.')}</Text>}
      {lists.length > 0 && (
        <ul className={`fw-card ${page.list}`} aria-label={t('Setlists')}>
          {lists.map(list => (
            <li key={list.id} className={classes.row} data-row>
              <div className={classes.what}>
                <Link className={page.name} to={`/setlists/${list.id}`}>
                  {list.name}
                </Link>
                <span className={classes.facts}>{t('songs: {{number}}', { number: list.songs.length })}</span>
              </div>
              <Button
                className={classes.action}
                size="sm"
                variant="default"
                disabled={list.songs.length === 0}
                aria-label={t('Play {{name}}', { name: list.name })}
                onClick={() => play.run({ setlist: list.id })}
              >
                {t('Play')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        onSubmit={event => {
          event.preventDefault()
          if (name.trim() !== '') add.run({ name: name.trim() })
        }}
      >
        <Group gap="xs" align="flex-end" wrap="nowrap" className={page.search}>
          <TextInput
            flex={1}
            label={t('New setlist')}
            maxLength={60}
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={name.trim() === ''}>
            {t('Add')}
          </Button>
        </Group>
      </form>
    </div>
  )
}
