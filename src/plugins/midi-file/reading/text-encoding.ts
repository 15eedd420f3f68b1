const KANA = /[\u3041-\u30fa]/
const IDEOGRAPHS_SIDE_BY_SIDE = /[\u4e00-\u9fff]{2}/
const PRIVATE_USE = /[\ue000-\uf8ff]/

/**
 * Tries UTF-8, Shift-JIS and Latin-1, as MIDI files name no encoding. Japanese needs kana or two adjacent ideographs: a
 * single one is a misread accented letter, as in "Prélude".
 */
export function decodeText(bytes: Uint8Array): string {
  return clean(decodeAs('utf-8', bytes) ?? japanese(bytes) ?? decodeAs('windows-1252', bytes) ?? '')
}

function japanese(bytes: Uint8Array): string | undefined {
  const text = decodeAs('shift_jis', bytes)
  if (text === undefined || PRIVATE_USE.test(text)) return undefined
  return KANA.test(text) || IDEOGRAPHS_SIDE_BY_SIDE.test(text) ? text : undefined
}

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Programs leave zero bytes and control characters. */
function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being removed
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
}
