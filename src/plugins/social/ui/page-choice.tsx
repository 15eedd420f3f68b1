/** Leafing through a list that is longer than a page. */
import { Pagination } from '@mantine/core'
import { useEffect } from 'react'
import { useText } from '../../../core/react/hooks/use-text.js'

interface PageChoiceProps {
  /** How many pages there are; undefined until that is known. */
  readonly pages: number | undefined
  readonly page: number
  readonly onPage: (page: number, replace?: boolean) => void
}

/** Nothing where one page holds everything. */
export function PageChoice({ pages, page, onPage }: PageChoiceProps) {
  const { t } = useText()
  const last = Math.max(1, pages ?? page)
  // An address from yesterday, or the last row of the last page has gone.
  const beyond = page > last
  // biome-ignore lint/correctness/useExhaustiveDependencies: led back once, not with every new function
  useEffect(() => {
    if (beyond) onPage(last, true)
  }, [beyond, last])

  if (pages === undefined || pages <= 1) return null
  return (
    <Pagination
      total={pages}
      value={Math.min(page, last)}
      onChange={chosen => onPage(chosen)}
      getItemProps={number => ({ 'aria-label': t('Page {{number}}', { number }) })}
      getControlProps={control => ({
        'aria-label': control === 'previous' ? t('Previous page') : t('Next page'),
      })}
    />
  )
}
