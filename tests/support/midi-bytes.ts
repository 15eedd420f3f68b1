/**
 * Parses MIDI messages with a hexadecimal status and decimal data.
 *
 * @example midiBytes('90 60 100, 80 60 0') // [[0x90, 60, 100], [0x80, 60, 0]]
 */
export const midiBytes = (text: string): number[][] =>
  text.split(', ').map(message => {
    const [status = '', ...data] = message.split(' ')
    return [Number.parseInt(status, 16), ...data.map(Number)]
  })
