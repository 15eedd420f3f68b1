import { Button, Group, Stack, Switch, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, memo, type ReactNode, useMemo } from 'react'
import { useTouchInput } from '../../../../core/react/hooks/use-touch-input.js'
import { Select } from '../../../../core/react/inputs/select.js'
import { useKernel, useStore, useText } from '../../../../core/react/kernel-context.js'
import { INSTRUMENT_NAMES, INSTRUMENTS, TUNINGS } from '../../../../music/guitar/tunings.js'
import { handleOf, MAX_BIO, MAX_INSTRUMENTS, type ProfileDraft, type ProfileField } from '../../profile.js'
import type { useProfileDraft } from './use-profile-draft.js'

type FormProps = ReturnType<typeof useProfileDraft> & { readonly children: ReactNode }

export function ProfileForm({ draft, errors, change, check, children, ...foot }: FormProps) {
  const { t, tm } = useText()
  const isTouch = useTouchInput()
  const errorOf = (name: ProfileField) => errors[name] && tm('account', errors[name])
  const field = (name: ProfileField) => ({ name, error: errorOf(name), onBlur: () => check(name) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void foot.save()
  }
  return (
    <form className="fw-card" onSubmit={submit} noValidate>
      <Stack p={20} miw={0}>
        {children}
        <TextInput
          label={t('Name')}
          autoComplete="name"
          withAsterisk
          {...field('name')}
          value={draft.name}
          onChange={event => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label={t('Handle')}
          description={t(
            'People can find you by your handle. Use 3 to 30 lowercase letters, digits or underscores.',
          )}
          leftSection="@"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          withAsterisk
          {...field('handle')}
          value={draft.handle}
          onChange={event => change({ handle: handleOf(event.currentTarget.value) })}
        />
        <Textarea
          label={t('About you')}
          description={t('{{typed}} of {{max}} characters', { typed: draft.bio.length, max: MAX_BIO })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          rows={4}
          resize="vertical"
          {...field('bio')}
          value={draft.bio}
          onChange={event => change({ bio: event.currentTarget.value })}
        />
        <TagsInput
          label={t('Instruments')}
          data-field="instruments"
          name="instruments"
          description={
            draft.instruments.length < MAX_INSTRUMENTS
              ? isTouch
                ? t('Choose one or type your own.')
                : t('Choose one or type your own and press Enter.')
              : t('The maximum is 20. Remove one to add another.')
          }
          data={Object.values(INSTRUMENT_NAMES).map(name => tm('account', name))}
          maxTags={MAX_INSTRUMENTS}
          maxLength={50}
          clearable
          clearButtonProps={{ 'aria-label': t('Remove all instruments') }}
          value={[...draft.instruments]}
          error={errorOf('instruments')}
          onChange={value => change({ instruments: value })}
        />
        <TuningChoice tuningId={draft.favouriteTuningId} change={change} />
        <LanguageChoice language={draft.language} change={change} />
        <Switch
          label={t('Public profile')}
          description={t(
            'Others can find you by name or handle, see the preview and follow you. Your email address is never shown.',
          )}
          checked={draft.public}
          onChange={event => change({ public: event.currentTarget.checked })}
        />
        <FormFoot {...foot} />
      </Stack>
    </form>
  )
}

/** Email language. The display language is a browser setting. */
function LanguageChoice({
  language,
  change,
}: Pick<FormProps, 'change'> & { readonly language?: string | undefined }) {
  const { tenant } = useKernel()
  const { t } = useText()
  const spoken = useStore(tenant.store, card => card.languages)
  const all = [...new Set(['en', ...spoken, ...(language === undefined ? [] : [language])])]
  const languageName = (code: string) => new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
  return (
    <Select
      label={t('Email language')}
      data={all.map(code => ({ value: code, label: languageName(code) }))}
      clearable
      clearButtonProps={{ 'aria-label': t('Choose language automatically') }}
      placeholder={t('Automatic')}
      value={language ?? null}
      onChange={code => change({ language: code ?? undefined })}
    />
  )
}

function FormFoot({ busy, changed, discard }: Pick<FormProps, 'busy' | 'changed' | 'discard'>) {
  const { t } = useText()
  return (
    <Group gap="xs" justify="flex-end" pt="md" style={{ borderTop: '1px solid var(--fw-line)' }}>
      <Text span c="dimmed" size="sm" flex="1 1 160px" role="status">
        {changed && t('Unsaved changes')}
      </Text>
      {changed && (
        <Button
          variant="subtle"
          disabled={busy}
          onClick={({ currentTarget }) => {
            // This button disappears, so move focus.
            currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus()
            discard()
          }}
        >
          {t('Discard')}
        </Button>
      )}
      <Button type="submit" loading={busy}>
        {t('Save profile')}
      </Button>
    </Group>
  )
}

interface TuningProps {
  readonly tuningId: number | undefined
  /** Must be stable across renders. */
  readonly change: (part: Partial<ProfileDraft>) => void
}

const TuningChoice = memo(function TuningChoice({ tuningId, change }: TuningProps) {
  const { t, tm } = useText()
  const tunings = useMemo(
    () =>
      INSTRUMENTS.map(kind => ({
        group: tm('account', INSTRUMENT_NAMES[kind]),
        items: TUNINGS.filter(tuning => tuning.instrument === kind).map(({ id, name }) => ({
          value: String(id),
          label: tm('core', name),
        })),
      })),
    [tm],
  )
  return (
    <Select
      label={t('Favorite tuning')}
      data={tunings}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Clear favorite tuning') }}
      placeholder={t('None')}
      nothingFoundMessage={t('No matching tunings')}
      value={tuningId === undefined ? null : String(tuningId)}
      onChange={id => change({ favouriteTuningId: id === null ? undefined : Number(id) })}
    />
  )
})
