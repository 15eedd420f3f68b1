/** What stands in the place of the profile and its preview until they are there, in their shape. */
import { Skeleton } from '@mantine/core'
import { useText } from '../../../../core/react/hooks/use-text.js'
import classes from '../account.module.css'

/** Heights of the fields: name, handle, about, instruments, tuning, language. */
const FIELDS = [
  { field: 'name', height: 36 },
  { field: 'handle', height: 36 },
  { field: 'bio', height: 102 },
  { field: 'instruments', height: 36 },
  { field: 'tuning', height: 36 },
  { field: 'language', height: 36 },
]

export function AwaitedProfile() {
  const { t } = useText()
  return (
    <div className={classes.beside} role="status" aria-label={t('Loading')}>
      <div className={`fw-card ${classes.card}`}>
        <div className={classes.picture}>
          <Skeleton circle height={72} />
          <div className={classes.pictureText}>
            <Skeleton height={14} width="80%" />
            <Skeleton height={30} width={140} />
          </div>
        </div>
        {FIELDS.map(({ field, height }) => (
          <div key={field}>
            <Skeleton height={14} width={110} mb={8} />
            <Skeleton height={height} />
          </div>
        ))}
        <Skeleton height={20} width={160} />
      </div>
      <div className={`fw-card ${classes.card}`}>
        <Skeleton height={22} width={150} />
        <div className={classes.seen}>
          <Skeleton circle height={96} />
          <Skeleton height={18} width={140} />
          <Skeleton height={14} width={90} />
        </div>
      </div>
    </div>
  )
}
