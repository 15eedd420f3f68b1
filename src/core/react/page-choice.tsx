import { Pagination } from '@mantine/core'
import { useEffect } from 'react'
import { useText } from './hooks/use-text.js'

interface PageChoiceProps {
  readonly pages: number | undefined
  readonly page: number
  readonly onPage: (page: number, replace?: boolean) => void
}

export function PageChoice({ pages, page, onPage }: PageChoiceProps) {
  const { t } = useText()
  const last = Math.max(1, pages ?? page)
  const isBeyond = page > last
  // biome-ignore lint/correctness/useExhaustiveDependencies: redirect once, not for every new function
  useEffect(() => {
    if (isBeyond) onPage(last, true)
  }, [isBeyond, last])

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
