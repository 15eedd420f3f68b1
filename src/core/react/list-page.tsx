import {
  Anchor,
  Group,
  Pagination,
  Skeleton,
  Stack,
  Text,
  TextInput,
  type TextInputProps,
  Title,
} from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import type { RefusalWords } from '../http/error-sentences.js'
import type { Answer } from './hooks/use-answer.js'
import { useText } from './kernel-context.js'
import layout from './list-page.module.css'
import { SecondaryButton } from './looks.js'
import { Refused } from './refused.js'

export function BackLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <Anchor component={Link} to={to} size="sm" className={layout.back}>
      <Group gap={4}>
        <IconArrowLeft size={16} aria-hidden />
        {children}
      </Group>
    </Anchor>
  )
}

export function PageHeader({ title, note }: { readonly title: string; readonly note: ReactNode }) {
  return (
    <header>
      <h1 className={layout.title}>{title}</h1>
      <p className={layout.note}>{note}</p>
    </header>
  )
}

interface AwaitedProps {
  readonly answer: Answer<unknown>
  readonly words: RefusalWords
}

/** Shows a placeholder while loading, and the error if loading fails. */
export function Awaited({ answer: { value, error, busy, reload }, words }: AwaitedProps) {
  return (
    <>
      {error !== undefined && <Refused error={error} words={words} onRetry={reload} />}
      {value === undefined && busy && <Skeleton className="fw-card" height={150} aria-hidden />}
    </>
  )
}

interface SectionProps {
  readonly title: string
  readonly action?: ReactNode
  readonly children?: ReactNode
  /** Undefined while loading. */
  readonly rows: readonly ReactNode[] | undefined
  /** Shown if there are no rows. */
  readonly empty?: string | undefined
  readonly foot?: ReactNode
}

export function ListSection({ title, action, children, rows, empty, foot }: SectionProps) {
  return (
    <Stack component="section" gap="xs" aria-label={title}>
      <Group justify="space-between">
        <Title order={2} size={16}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
      {rows?.length === 0 && empty !== undefined && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      {rows && rows.length > 0 && (
        <ul className={`fw-card ${layout.list}`} aria-label={title}>
          {rows}
        </ul>
      )}
      {foot}
    </Stack>
  )
}

interface RowProps {
  readonly title: string
  /** Makes the whole row a link. */
  readonly to?: string
  readonly facts: string
  readonly children?: ReactNode
}

export function ListRow({ title, to, facts, children }: RowProps) {
  return (
    <li className={layout.line}>
      <div className={layout.what}>
        {to === undefined ? (
          <Text fw={600}>{title}</Text>
        ) : (
          <Link className={layout.name} to={to}>
            {title}
          </Link>
        )}
        {facts !== '' && <span className={layout.facts}>{facts}</span>}
      </div>
      {children}
    </li>
  )
}

interface NameFormProps extends TextInputProps {
  readonly submit: string
  readonly initial?: string
  /** Called with the new name if it has changed and is not empty. */
  readonly onName: (name: string) => void
}

export function NameForm({ submit, initial = '', onName, ...input }: NameFormProps) {
  const { tm } = useText()
  const [name, setName] = useInputState(initial)
  const { maxLength: count = Number.POSITIVE_INFINITY } = input
  const full = name.length >= count && tm('core', 'Use at most {{count}} characters.', { count })
  const isNew = name.trim() !== '' && name !== initial
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isNew) onName(name.trim())
  }
  return (
    <form onSubmit={send}>
      <Group gap="xs" align="flex-end" wrap="nowrap" className={layout.search}>
        <TextInput
          flex={1}
          inputWrapperOrder={['label', 'description', 'error', 'input']}
          {...input}
          description={full || input.description}
          value={name}
          onChange={setName}
        />
        <SecondaryButton type="submit" disabled={!isNew}>
          {submit}
        </SecondaryButton>
      </Group>
    </form>
  )
}

interface PageChoiceProps {
  readonly pages: number | undefined
  readonly page: number
  readonly onPage: (page: number, replace?: boolean) => void
}

export function PageChoice({ pages, page, onPage }: PageChoiceProps) {
  const { t } = useText()
  const last = Math.max(1, pages ?? page)
  const isBeyond = page > last
  // biome-ignore lint/correctness/useExhaustiveDependencies: redirect only once, even if the function changes
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

/** Loads the pages of a cursor-based list, newest first. */
export function usePages() {
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  return {
    query: cursor === undefined ? {} : { cursor },
    isFirst: cursors.length === 0,
    newer: () => setCursors(cursors.slice(0, -1)),
    older: (next: string) => setCursors([...cursors, next]),
  }
}

interface PagesProps {
  readonly pages: ReturnType<typeof usePages>
  readonly next: string | undefined
}

export function Pages({ pages: { isFirst, newer, older }, next }: PagesProps) {
  const { t } = useText()
  if (isFirst && next === undefined) return null
  return (
    <Group gap="xs">
      <SecondaryButton size="xs" disabled={isFirst} onClick={newer}>
        {t('Newer')}
      </SecondaryButton>
      <SecondaryButton
        size="xs"
        disabled={next === undefined}
        onClick={() => next !== undefined && older(next)}
      >
        {t('Older')}
      </SecondaryButton>
    </Group>
  )
}
