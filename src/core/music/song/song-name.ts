/** Names that people give. */
const LONGEST_NAME = 120
/** In a row or a sentence; with its ellipsis. */
const LONGEST_SHORT_NAME = 80

/** Without what no font shows and what turns the writing around; short enough for a line. */
export function shownName(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, ' ').trim()
  return [...plain.replace(/\s+/g, ' ')].slice(0, LONGEST_NAME).join('')
}

/** As much of a name as a row or a sentence has room for. */
export function shortName(name: string): string {
  if (name.length <= LONGEST_SHORT_NAME) return name
  return `${[...name.slice(0, LONGEST_SHORT_NAME * 2)]
    .slice(0, LONGEST_SHORT_NAME - 1)
    .join('')
    .trimEnd()}…`
}
