const LONGEST = 40
const LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/**
 * @param word fallback for names without letters and digits
 * @example freeId('Spanish Romance', 'song', id => taken.has(id)) // 'spanish-romance-2'
 */
export function freeId(name: string, word: string, isTaken: (id: string) => boolean): string {
  const plain = name
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüß]/g, letter => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '')
  return numbered(plain === '' ? word : plain, isTaken)
}

/** Returns `base`, or the first free ID of `base-2`, `base-3` and so on. */
export function numbered(base: string, isTaken: (id: string) => boolean): string {
  let id = base
  for (let number = 2; isTaken(id); number += 1) id = `${base}-${number}`
  return id
}
