import { connect } from 'node:net'
import { waitMsMax } from '../clock/wait-limit'

interface RawAnswer {
  /** Statuses of all answers on the connection, in order; empty when it was closed without one. */
  statuses: number[]
  text: string
}

const statusLine = /^HTTP\/1\.[01] (\d{3})/gm
/** Sends raw bytes on a new connection until the first answer is complete or the server closes. `ends` closes our half at once. */
export function sendRaw(port: number, bytes: string | Uint8Array, { ends = false } = {}): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const received: Buffer[] = []
  const socket = connect(port, '127.0.0.1')
  const timer = setTimeout(() => {
    socket.destroy()
    reject(
      new Error(`Neither answered nor closed within ${waitMsMax} ms: ${JSON.stringify(String(bytes).slice(0, 200))}`),
    )
  }, waitMsMax)
  const finish = () => {
    clearTimeout(timer)
    socket.destroy()
    const text = Buffer.concat(received).toString('latin1')
    const statuses = [...text.matchAll(statusLine)].map(([, status]) => Number(status))
    resolve({ text, statuses: statuses.filter((status) => status !== 100) })
  }
  socket.on('connect', () => {
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
    if (ends) socket.end()
  })
  socket.on('data', (part) => {
    received.push(part)
    if (isComplete(Buffer.concat(received).toString('latin1'))) finish()
  })
  // A server ends a connection with unread bytes by a reset after the answer.
  socket.on('error', finish)
  socket.on('close', finish)
  return promise
}

function isComplete(received: string) {
  const text = received.replace(/^HTTP\/1\.1 100 [^]*?\r\n\r\n/, '')
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return false
  const head = text.slice(0, end)
  const length = /^content-length: *(\d+)/im.exec(head)?.[1]
  if (length !== undefined) return text.length >= end + 4 + Number(length)
  return /^transfer-encoding: *chunked/im.test(head)
    ? text.endsWith('0\r\n\r\n')
    : /^HTTP\/1\.. (101|204|304)/.test(head)
}
