const LONGEST_NAME = 120
const LONGEST_SHORT_NAME = 80

export function shownName(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, ' ').trim()
  return [...plain.replace(/\s+/g, ' ')].slice(0, LONGEST_NAME).join('')
}

export function shortName(name: string): string {
  if (name.length <= LONGEST_SHORT_NAME) return name
  return `${[...name.slice(0, LONGEST_SHORT_NAME * 2)]
    .slice(0, LONGEST_SHORT_NAME - 1)
    .join('')
    .trimEnd()}…`
}

/** Removes characters that some file systems don't allow in file names. */
export function fileTitle(title: string): string {
  const plain = shownName(title.replace(/[\\/:*?"<>|]/g, ' ')).replace(/^[. ]+|[. ]+$/g, '')
  return plain === '' ? 'song' : plain
}
