/** Names that people give. */
const LONGEST_NAME = 120

/** Without what no font shows and what turns the writing around; short enough for a line. */
export function shownName(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, ' ').trim()
  return [...plain.replace(/\s+/g, ' ')].slice(0, LONGEST_NAME).join('')
}
