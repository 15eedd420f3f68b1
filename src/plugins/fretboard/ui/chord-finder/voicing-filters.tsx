import { Group } from '@mantine/core'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useService } from '../../../../core/react/kernel-context.js'
import { Select } from '../../../../core/react/select.js'
import { VOICING_FORMS } from '../../neck/neck-looks.js'
import { NECK_VIEW } from '../../tokens.js'
import { FORM_NAMES, stringSets, type VoicingFilter } from '../../voicings/voicing-filter.js'

interface VoicingFiltersProps {
  readonly filter: VoicingFilter
  onChange(change: VoicingFilter): void
}

export function VoicingFilters({ filter, onChange }: VoicingFiltersProps) {
  const { t, tm } = useText()
  const count = useStore(useService(NECK_VIEW), view => view.tuning.strings.length)
  const roots = Array.from({ length: count }, (_, index) => String(count - index))
  return (
    <Group gap="xs">
      <Select
        size="xs"
        w={120}
        aria-label={t('Form')}
        placeholder={t('All forms')}
        data={VOICING_FORMS.map(form => ({ value: form, label: tm('fretboard', FORM_NAMES[form]) }))}
        value={filter.form ?? null}
        onChange={form => onChange({ form: VOICING_FORMS.find(each => each === form) })}
        clearable
      />
      <Select
        size="xs"
        w={140}
        aria-label={t('Strings')}
        placeholder={t('All strings')}
        data={stringSets(count).map(set => ({
          value: set,
          label: t('Strings {{set}}', { set: set.replace('-', '–') }),
        }))}
        value={filter.strings ?? null}
        onChange={strings => onChange({ strings: strings ?? undefined })}
        clearable
      />
      <Select
        size="xs"
        w={160}
        aria-label={t('Root')}
        placeholder={t('Root on any string')}
        data={roots.map(string => ({ value: string, label: t('Root on string {{string}}', { string }) }))}
        value={filter.root === undefined ? null : String(filter.root)}
        onChange={string => onChange({ root: string === null ? undefined : Number(string) })}
        clearable
      />
    </Group>
  )
}
