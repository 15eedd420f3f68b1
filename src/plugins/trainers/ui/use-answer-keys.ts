import { useEffect } from 'react'
import type { NoteNames } from '../../../core/music/guitar/note-names.js'
import type { Choice, Question } from '../cards/question.js'

export const CHOICE_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '-', '='] as const

const GERMAN: Readonly<Record<string, string>> = { h: 'B', b: 'A#' }

/** The number of a choice, or the letter of a note, with Shift for its sharp. */
export function chosenBy(
  key: string,
  shift: boolean,
  { choices, named }: Pick<Question, 'choices' | 'named'>,
  names: NoteNames,
): string | undefined {
  const place = CHOICE_KEYS.indexOf(key as (typeof CHOICE_KEYS)[number])
  const byPlace: Choice | undefined = place < 0 || shift ? undefined : choices[place]
  if (byPlace || named !== 'notes') return byPlace?.value
  const letter = key.toLowerCase()
  const name = (names === 'german' ? GERMAN[letter] : undefined) ?? letter.toUpperCase()
  return choices.find(({ value }) => value === (shift ? `${name}#` : name))?.value
}

export function useAnswerKeys(
  question: Question | undefined,
  names: NoteNames,
  choose: (value: string) => void,
): void {
  useEffect(() => {
    if (!question) return
    const heard = (event: KeyboardEvent) => {
      const { key, shiftKey, target } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]'))
        return
      const value = chosenBy(key, shiftKey, question, names)
      if (value === undefined) return
      event.preventDefault()
      choose(value)
    }
    window.addEventListener('keydown', heard)
    return () => window.removeEventListener('keydown', heard)
  }, [question, names, choose])
}
