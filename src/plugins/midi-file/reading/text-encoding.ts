/** Names and texts in MIDI files: bytes in an encoding that the file does not name. */

const KANA = /[\u3041-\u30fa]/
const IDEOGRAPHS_SIDE_BY_SIDE = /[\u4e00-\u9fff]{2}/
const PRIVATE_USE = /[\ue000-\uf8ff]/

/**
 * Reads bytes as UTF-8 where they are valid UTF-8, as Shift-JIS where they then read as Japanese, else as
 * Latin-1. A single ideograph among Latin letters is an accented letter misread ("Prélude" has one), so kana
 * or two ideographs side by side are asked for.
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
    // Not in this encoding, or an encoding that this host does not have: the next one is tried.
    return undefined
  }
}

/** Programs end texts with a zero byte, and leave other control characters behind. */
function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being removed
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
}
