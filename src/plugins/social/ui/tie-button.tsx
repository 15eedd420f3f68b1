/** Follows, unfollows or unblocks somebody: what it says is what it does, at once. */
import { Badge, Button } from '@mantine/core'
import type { PublicProfile } from '../../../core/api/users.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { LINKS, type Tie } from '../tokens.js'
import classes from './people.module.css'
import { useOwnId, useTie } from './use-tie.js'

export function TieButton({ person }: { readonly person: PublicProfile }) {
  const { t } = useText()
  const links = useService(LINKS)
  const tie = useTie(person)
  const own = useOwnId() === person.id
  if (own)
    return (
      <Badge variant="outline" color="gray" className={classes.sign}>
        {t('You')}
      </Badge>
    )

  const name = person.name || t('somebody')
  const words: Readonly<Record<Tie, readonly [short: string, whole: string, becomes: Tie]>> = {
    none: [t('Follow'), t('Follow {{name}}', { name }), 'following'],
    following: [t('Unfollow'), t('Unfollow {{name}}', { name }), 'none'],
    blocked: [t('Unblock'), t('Unblock {{name}}', { name }), 'none'],
  }
  const [short, whole, becomes] = words[tie]
  return (
    <Button
      className={classes.tie}
      size="sm"
      variant={tie === 'none' ? 'filled' : 'default'}
      aria-label={whole}
      onClick={() => links.wish(person, becomes)}
    >
      {short}
    </Button>
  )
}
