import { Affix, Group, Paper, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Command } from '../core/commands/command-registry.js'
import { KeyDispatcher, type KeyPrefix } from '../core/commands/keys/key-dispatcher.js'
import type { KeyPress } from '../core/commands/keys/keys.js'
import { DONE, PALETTE } from '../core/events/app-events.js'
import { useKernel, useText } from '../core/react/kernel-context.js'
import { KeyCaps } from '../core/react/key-caps.js'

/** Commands that are not announced, because speech would interfere with the music. */
const UNANNOUNCED = /^player\.toggle-(playing|with-space)$/

export function KeyListener() {
  const kernel = useKernel()
  const { commands, events, platform } = kernel
  const text = useText()
  const [shown, setShown] = useState<{ readonly prefix: KeyPrefix | undefined }>()

  useEffect(() => {
    const done = async ({ id, section, source }: Command, value: unknown) => {
      if (source === 'app' || section === 'Go to' || UNANNOUNCED.test(id)) return
      const { doneText } = await import('./palette/results/palette-item.js')
      events.emit(DONE, { text: doneText(kernel, text, { id, labels: undefined, value }) })
    }
    const keys = new KeyDispatcher(
      commands,
      platform.clock,
      platform.mac,
      ask => events.emit(PALETTE, { ask }),
      (command, value) => void done(command, value),
    )
    let held: string | undefined
    const heard = (event: KeyboardEvent) => {
      // Skip events that a widget has handled or that belong to IME composition.
      if (event.defaultPrevented || event.isComposing) return
      // Chrome's autofill sends events without a key.
      if (!(event instanceof KeyboardEvent)) return
      if (event.repeat) {
        if (held === event.code) event.preventDefault()
        return
      }
      const press = pressOf(event, platform.mac)
      const ours =
        !belongsToControl(press, event.target) && keys.press(press, isTyping(event.target)) !== 'none'
      if (ours) event.preventDefault()
      held = ours ? event.code : undefined
    }
    const forget = () => keys.forget()
    window.addEventListener('keydown', heard)
    window.addEventListener('blur', forget)
    const stop = keys.waiting.subscribe(prefix => setShown({ prefix }))
    return () => {
      stop()
      window.removeEventListener('blur', forget)
      window.removeEventListener('keydown', heard)
      keys.forget()
    }
  }, [commands, events, kernel, platform, text])

  return shown ? <KeyPrefixBox prefix={shown.prefix} /> : null
}

function pressOf(event: KeyboardEvent, mac: boolean): KeyPress {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  const option = mac && altKey && !ctrlKey && !metaKey
  const thirdLevel = event.getModifierState('AltGraph') || option
  return { key, code, ctrlKey, metaKey, altKey, shiftKey, thirdLevel }
}

const SILENT = ['button', 'checkbox', 'radio', 'range', 'submit', 'reset', 'file', 'color']

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true
  // Mantine's selects are read-only inputs.
  return target instanceof HTMLInputElement && !SILENT.includes(target.type) && !target.readOnly
}

const PRESSED =
  'button, a[href], summary, input, [role=button], [role=switch], [role=option], [role^=menuitem]'
const MOVED =
  'input[type=radio], input[type=range], [role=slider], [role=tab], [role=radio], [role=listbox], [role=grid]'

const CHOSEN = 'select, input[readonly][aria-haspopup=listbox]'
const MOVES = /^(Arrow|Home$|End$|Page)/

function belongsToControl(press: KeyPress, target: EventTarget | null): boolean {
  if (!(target instanceof Element) || press.ctrlKey || press.metaKey) return false
  // Alt and an arrow key open a list.
  if (press.altKey) return /^Arrow(Up|Down)$/.test(press.key) && target.matches(CHOSEN)
  if (press.key === 'Enter' || press.key === ' ') return target.matches(`${PRESSED}, ${MOVED}, select`)
  if (MOVES.test(press.key)) return target.matches(press.shiftKey ? MOVED : `${MOVED}, ${CHOSEN}`)
  // Lists ignore case, so Shift plus a letter is free for commands.
  return target.matches(CHOSEN) && press.key.length === 1 && !press.shiftKey
}

/** Maximum number of keys shown. Users can read about this many in three seconds. */
const SHOWN = 8

/** Lists possible next keys. Always rendered, so that screen readers announce changes. */
function KeyPrefixBox({ prefix }: { prefix: KeyPrefix | undefined }) {
  return (
    <Affix
      position={{ bottom: 20, left: 16, right: 16 }}
      zIndex={290}
      style={{ pointerEvents: 'none' }}
      role="status"
      aria-live="polite"
    >
      {prefix && <Keys prefix={prefix} />}
    </Affix>
  )
}

function Keys({ prefix: { pressed, next } }: { prefix: KeyPrefix }) {
  const { t, tm } = useText()
  const first = next[0]
  const more = next.length - SHOWN
  return (
    <Paper className="fw-card" mx="auto" w="fit-content" maw={620} px="md" py="sm">
      <Group gap={6} mb="xs" c="dimmed" fz={13}>
        {first && <KeyCaps binding={first.binding} to={pressed} />}
        <span>{t('then')}</span>
      </Group>
      <Group component="ul" gap="8px 20px" className="fw-list" fz={14}>
        {next.slice(0, SHOWN).map(({ binding, command }) => (
          <Group component="li" gap={8} key={`${command.id} ${binding}`}>
            <KeyCaps binding={binding} from={pressed} />
            {tm(command.source, command.title)}
          </Group>
        ))}
      </Group>
      {more > 0 && (
        <Text mt="xs" c="dimmed" fz={13}>
          {t('and {{number}} more', { number: more })}
        </Text>
      )}
    </Paper>
  )
}
