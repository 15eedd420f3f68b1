import {
  Group,
  Input,
  MultiSelect,
  NumberInput,
  Slider,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core'
import { IconRotate } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { fieldProblem, readField } from '../../../../core/platform/field-value.js'
import { attempted } from '../../../../core/platform/fretwork-error.js'
import { useTouchInput } from '../../../../core/react/hooks/use-touch-input.js'
import { useText } from '../../../../core/react/kernel-context.js'
import { IconButton } from '../../../../core/react/looks.js'
import type { SettingsFormField } from '../../../../core/settings/settings-fields.js'
import { ChoiceControl, useChoices } from './choice-control.js'
import classes from './settings-page.module.css'
import type { ShownSection } from './shown-section.js'
import { type ControlProps, FIELD_CLASSES, useDraft, useSetting } from './use-setting.js'

interface RowProps {
  readonly shown: ShownSection
  readonly field: SettingsFormField
  readonly alongside?: (value: unknown) => object
}

export function SettingRow({ shown, field, alongside }: RowProps) {
  const { t, tm } = useText()
  const setting = useSetting(shown.section, field, alongside)
  const title = tm(shown.source, field.title)
  const unit = field.unit && tm(shown.source, field.unit)
  const label = unit ? (
    <>
      {title}{' '}
      <Text span c="dimmed" fz="inherit" fw={400}>
        ({unit})
      </Text>
    </>
  ) : (
    title
  )
  const words = {
    label,
    description: field.description && tm(shown.source, field.description),
    error: setting.error,
    classNames: FIELD_CLASSES,
  }
  return (
    <div className={classes.row} data-row>
      <Control shown={shown} field={field} setting={setting} words={words} />
      <span className={classes.reset}>
        {/* A switch needs no reset button. */}
        {!setting.isDefault && field.kind !== 'boolean' && (
          <Tooltip label={t('Reset to default')}>
            <IconButton
              icon={IconRotate}
              label={t('Reset {{title}} to default', { title })}
              onClick={({ currentTarget }) => {
                // This button disappears, so move focus.
                controlOf(currentTarget)?.focus()
                setting.save(field.byDefault)
              }}
            />
          </Tooltip>
        )}
      </span>
    </div>
  )
}

function Control({ shown, ...props }: ControlProps & { readonly shown: ShownSection }) {
  const { field, setting } = props
  const { choices, ask } = useChoices(shown, field, setting.value)
  if (choices) return <ChoiceControl {...props} choices={choices} onOpen={ask} />
  switch (field.kind) {
    case 'boolean':
      return <SwitchControl {...props} />
    case 'integer':
      return <NumberControl {...props} />
    case 'number':
      return isSmallRange(field) ? <SliderControl {...props} /> : <NumberControl {...props} />
    case 'text':
      return <TextControl {...props} />
    case 'list':
      return field.items && ['text', 'integer', 'number', 'choice'].includes(field.items.kind) ? (
        <ListControl {...props} />
      ) : (
        <JsonControl {...props} />
      )
    default:
      return <JsonControl {...props} />
  }
}

function controlOf(button: HTMLElement): HTMLElement | null | undefined {
  const row = button.closest('[data-row]')
  return (
    row?.querySelector<HTMLElement>('input:checked') ??
    row?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, [role=slider]')
  )
}

/** Returns whether the range is small enough for a slider, such as 0–1. */
function isSmallRange({ minimum, maximum }: SettingsFormField): boolean {
  return minimum !== undefined && maximum !== undefined && maximum - minimum <= 2
}

const MAX_ROWS = 12

/** Edits a value as JSON if no other control supports it. The section’s schema validates it. */
function JsonControl({ setting, words }: ControlProps) {
  const { t } = useText()
  const stored = JSON.stringify(setting.value, null, 2) ?? ''
  const [typed, setTyped] = useState<string>()
  const [invalid, setInvalid] = useState(false)

  const save = () => {
    if (typed === undefined) return
    const value = parsed(typed)
    setInvalid(value === undefined)
    if (value !== undefined && setting.save(value.json)) setTyped(undefined)
  }

  return (
    <Textarea
      {...words}
      styles={{ input: { font: '12px / 1.5 var(--mantine-font-family-monospace)' } }}
      error={invalid ? t('This isn’t valid JSON. Check commas, quotes and brackets.') : setting.error}
      rows={Math.min(MAX_ROWS, (typed ?? stored).split('\n').length)}
      resize="vertical"
      spellCheck={false}
      value={typed ?? stored}
      onChange={event => {
        setTyped(event.currentTarget.value)
        setInvalid(false)
        setting.clearError()
      }}
      onBlur={save}
    />
  )
}

function parsed(text: string): { readonly json: unknown } | undefined {
  return attempted(() => ({ json: JSON.parse(text) }))
}

function ListControl({ field, setting, words }: ControlProps) {
  const { t, tm } = useText()
  const isTouch = useTouchInput()
  const [problem, setProblem] = useState<string>()
  const values = (Array.isArray(setting.value) ? setting.value : []).map(String)
  const { items } = field

  const save = (texts: readonly string[]) => {
    const readings = texts.map(text => (items ? readField(items, text) : { value: text }))
    const bad = readings.find(reading => 'problem' in reading)
    if (bad && 'problem' in bad) return setProblem(tm('core', bad.problem.message, bad.problem.values))
    const read = readings.flatMap(reading => ('value' in reading ? [reading.value] : []))
    const whole = fieldProblem(field, read)
    setProblem(whole && tm('core', whole.message, whole.values))
    if (!whole) setting.save(read)
  }

  const common = { ...words, error: problem ?? setting.error, value: values, onChange: save }
  if (items?.kind === 'choice') return <MultiSelect {...common} data={items.choices?.map(String)} />
  return (
    <TagsInput
      {...common}
      placeholder={values.length > 0 || isTouch ? undefined : t('Type and press Enter')}
      acceptValueOnBlur
    />
  )
}

function SwitchControl({ setting, words }: ControlProps) {
  return (
    <Switch
      {...words}
      classNames={{
        body: classes.switchBody,
        label: classes.label,
        error: classes.error,
      }}
      labelPosition="left"
      py={6}
      checked={setting.value === true}
      onChange={event => setting.save(event.currentTarget.checked)}
    />
  )
}

function TextControl({ setting, words }: ControlProps) {
  const draft = useDraft(setting, typeof setting.value === 'string' ? setting.value : '')
  return <TextInput {...words} {...draft.field} onChange={event => draft.type(event.currentTarget.value)} />
}

function NumberControl({ field, setting, words }: ControlProps) {
  const { locale } = useText()
  const draft = useDraft(setting, typeof setting.value === 'number' ? String(setting.value) : '')
  const point = locale.startsWith('de') ? ',' : '.'
  return (
    <NumberInput
      {...words}
      min={field.minimum}
      max={field.maximum}
      step={field.step ?? 1}
      allowDecimal={field.kind === 'number'}
      decimalSeparator={point}
      // Show an error instead of silently clamping the value.
      clampBehavior="none"
      {...draft.field}
      onValueChange={({ value }, { source }) => {
        if (String(source) === 'increment' || String(source) === 'decrement') {
          if (setting.saveText(value)) draft.drop()
        } else if (String(source) === 'event') draft.type(value)
      }}
    />
  )
}

function SliderControl({ field, setting, words }: ControlProps) {
  const { locale } = useText()
  const id = useId()
  const [moving, setMoving] = useState<number>()
  const { minimum = 0, maximum = 1, step = (maximum - minimum) / 100 } = field
  const value = moving ?? (typeof setting.value === 'number' ? setting.value : minimum)
  const text = (number: number) =>
    minimum === 0 && maximum === 1
      ? number.toLocaleString(locale, { style: 'percent' })
      : number.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return (
    <Input.Wrapper {...words} labelElement="div" labelProps={{ id }}>
      <Group gap="sm" wrap="nowrap" mih={36} className={classes.control}>
        <Slider
          flex={1}
          aria-labelledby={id}
          thumbProps={{ 'aria-labelledby': id }}
          thumbValueText={text}
          label={null}
          min={minimum}
          max={maximum}
          step={step}
          value={value}
          onChange={setMoving}
          onChangeEnd={end => {
            // Remove floating-point noise: 0.57, not 0.5700000000000001.
            setting.save(Number(end.toFixed(6)))
            setMoving(undefined)
          }}
        />
        <Text component="output" size="sm" miw={36} ta="right" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {text(value)}
        </Text>
      </Group>
    </Input.Wrapper>
  )
}
