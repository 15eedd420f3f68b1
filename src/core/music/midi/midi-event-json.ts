/** A MidiEvent as one line of JSON with its fields in a fixed order, so that two logs can be compared as text. */

import type { MidiEvent } from './midi-event.js'

const quoted = new Map<string, string>()

/** Ports and note names are few and come back all the time; anything beyond the first thousand is not kept. */
function quote(text: string): string {
  const known = quoted.get(text)
  if (known !== undefined) return known
  const json = JSON.stringify(text)
  if (quoted.size < 1000) quoted.set(text, json)
  return json
}

/** One line, without the line break; `JSON.parse` gives the event back. */
export function midiEventJson(event: MidiEvent): string {
  const { key, time, at, portId, channel, kind } = event
  const head = `{"key":${key},"time":"${time}","at":${at},"portId":${quote(portId)},"channel":${channel},"kind":"${kind}"`
  const tail = `,"raw":[${event.raw.join(',')}]}`
  switch (event.kind) {
    case 'note': {
      const { on, name, note, octave, number, attack, release, string } = event
      const onString = string === undefined ? '' : `,"string":${string}`
      const strength = `"attack":${attack},"release":${release}${onString}`
      const pitch = `"name":${quote(name)},"note":${quote(note)},"octave":${octave},"number":${number}`
      return `${head},"on":${on},${pitch},${strength}${tail}`
    }
    case 'controller':
      return `${head},"on":null,"controller":${event.controller},"value":${event.value},"note":${quote(event.note)},"number":${event.number}${tail}`
    case 'bend':
      return `${head},"on":null,"value":${event.value},"note":${quote(event.note)},"number":${event.number}${tail}`
    case 'other':
      return `${head},"on":null,"message":${quote(event.message)},"note":${quote(event.note)},"number":${event.number}${tail}`
  }
}
