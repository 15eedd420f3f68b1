import type { BridgeSocket } from '../replay/bridge.js'

export function openSocket(address: string, words: readonly string[]): Promise<BridgeSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, [...words])
    socket.addEventListener('error', () => reject(new Error(`No response from ${address}`)))
    socket.addEventListener('open', () =>
      resolve({
        send: text => socket.send(text),
        onMessage: listener => socket.addEventListener('message', ({ data }) => listener(String(data))),
        onClose: listener => socket.addEventListener('close', listener),
        close: () => socket.close(),
      }),
    )
  })
}
