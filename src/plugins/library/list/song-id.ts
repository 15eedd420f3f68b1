/** Ids of songs, as they stand in an address. */

const LONGEST = 40

/** The name in small letters with hyphens, and a number where that is taken: `spanish-romance-2`. */
export function freeSongId(name: string, isTaken: (id: string) => boolean): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '')
  const base = plain === '' ? 'song' : plain
  let id = base
  for (let number = 2; isTaken(id); number += 1) id = `${base}-${number}`
  return id
}
