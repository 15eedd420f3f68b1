import { expect, it } from 'vitest'
import { decodeText, encodingOf } from '../../../src/music/song/text-encoding.js'

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], byte => Number.parseInt(byte, 16))

/** Bytes encoded with glibc's iconv. */
it.each([
  ['utf-8', 'Größe', '4772c3b6c39f65'],
  ['utf-8', '月亮', 'e69c88e4baae'],
  ['windows-1251', 'Привет', 'cff0e8e2e5f2'],
  ['windows-1251', 'КИНО - Группа крови', 'cac8cdce202d20c3f0f3efefe020eaf0eee2e8'],
  ['windows-1251', 'Песня о Родине', 'cfe5f1edff20ee20d0eee4e8ede5'],
  ['windows-1251', 'Океан Ельзи - Вільний', 'ceeae5e0ed20c5ebfce7e8202d20c2b3ebfcede8e9'],
  ['shift_jis', 'ギターの歌', '834d835e815b82cc89cc'],
  ['shift_jis', '千本桜', '90e7967b8df7'],
  ['gbk', '月亮代表我的心', 'd4c2c1c1b4fab1edced2b5c4d0c4'],
  ['gbk', '吉他', 'bcaacbfb'],
  ['euc-kr', '기타 노래', 'b1e2c5b820b3ebb7a1'],
  [
    'windows-1250',
    'Stwórz – być może dziś płonął',
    '537477f3727a2096206279e6206d6fbf6520647a699c2070b36f6eb9b3',
  ],
  ['windows-1250', 'Łódź', 'a3f3649f'],
  ['windows-1254', "Désir à l'été", '44e973697220e0206c27e974e9'],
  ['windows-1254', 'Größe “eins”', '4772f6df65209365696e7394'],
  ['windows-1254', '¿Qué será, será? – canción', 'bf5175e920736572e12c20736572e13f20962063616e6369f36e'],
  ['windows-1254', 'São João; Çà et là', '53e36f204a6fe36f3b20c7e0206574206ce0'],
  ['windows-1254', 'Naïve œuvre', '4e61ef7665209c75767265'],
  ['windows-1254', 'Şımarık', 'defd6d6172fd6b'],
  ['windows-1252', 'Ísland ögrum skorið á', 'cd736c616e6420f66772756d20736b6f7269f020e1'],
])('the encoding %s is detected for “%s”', (encoding, text, hex) => {
  expect(encodingOf([bytesOf(hex)])).toBe(encoding)
  expect(decodeText(bytesOf(hex))).toBe(text)
})

it('short strings use the encoding detected for longer strings in the file', () => {
  expect(encodingOf(['ff', '4769746172', 'cff0e8e2e5f2'].map(bytesOf))).toBe('windows-1251')
})
