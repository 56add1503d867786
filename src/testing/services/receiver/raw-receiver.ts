import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'

/** Self-signed for receiver.test, 2020 to 2120; also the authority that signed it. */
export const receiverCertificate = `-----BEGIN CERTIFICATE-----
MIIBbTCCAROgAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1yZWNlaXZl
ci50ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAYMRYwFAYD
VQQDDA1yZWNlaXZlci50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEJ1b
GpOaEw5hmegDzmoW35h1QgvMFpmBj4VzBOY0Em4VrQsi02NsbzKxam82qQpfb6kg
/AC9arFazcJPzgsHH6NMMEowGAYDVR0RBBEwD4INcmVjZWl2ZXIudGVzdDAPBgNV
HRMBAf8EBTADAQH/MB0GA1UdDgQWBBQ8z23+C3wGfyc0OqkbE0Goq38YnDAKBggq
hkjOPQQDAgNIADBFAiEA0Y4B9DsA4YGRuh72uthhA4oNQnRwLs0j8RDK9M3GaCQC
ICUCR/mMK2bbKqPVJo9OfkCY0IHxvjMjh9kd7KQamMo0
-----END CERTIFICATE-----
`
export const receiverKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgMGIHL3F19LmoSI5Q
pmmvP2Y2xTJwYTwzucwhTsbGk9ChRANCAAQQnVsak5oTDmGZ6APOahbfmHVCC8wW
mYGPhXME5jQSbhWtCyLTY2xvMrFqbzapCl9vqSD8AL1qsVrNwk/OCwcf
-----END PRIVATE KEY-----
`

export interface ReceivedRequest {
  /** `POST /path`. */
  line: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
  /** The server name of the client's TLS request. */
  serverName?: string
}

export type Respond = (socket: Socket, request: ReceivedRequest) => void

/** Parses HTTP/1.1 requests itself and answers with arbitrary bytes, on 127.0.0.1 or another loopback address. */
export async function startReceiver(respond: Respond, { host = '127.0.0.1', tls = false, at = 0 } = {}) {
  const requests: ReceivedRequest[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  function serve(socket: Socket) {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    let received = Buffer.alloc(0)
    socket.on('data', (part) => {
      received = Buffer.concat([received, part])
      const request = readRequest(received)
      if (!request) return
      received = Buffer.alloc(0)
      const { servername } = socket as TLSSocket
      requests.push({ ...request, ...(typeof servername === 'string' && { serverName: servername }) })
      respond(socket, request)
    })
  }
  const server = tls ? createTlsServer({ key: receiverKey, cert: receiverCertificate }, serve) : createServer(serve)
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(at, host, resolve))
  const { port } = server.address() as { port: number }
  return {
    port,
    url: `http://${host}:${port}`,
    requests,
    connections: () => connections,
    open: () => sockets.size,
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

function readRequest(bytes: Buffer): ReceivedRequest | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [line = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((text) => [text.slice(0, text.indexOf(':')).toLowerCase(), text.slice(text.indexOf(':') + 1).trim()]),
  )
  const length = Number(headers['content-length'] ?? 0)
  const body = bytes.subarray(end + 4)
  if (body.length < length) return undefined
  return { line: line.replace(/ HTTP\/1\.1$/, ''), headers, body: body.toString('utf8') }
}

/** Answers every request with the same bytes and closes. */
export const always =
  (...parts: (string | Uint8Array)[]): Respond =>
  (socket) => {
    for (const part of parts) socket.write(part)
    socket.end()
  }

export const ok = (body: string) =>
  always(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)

export const redirect = (location: string, status = 302) =>
  always(`HTTP/1.1 ${status} Elsewhere\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`)

/** Writes the head, then the chunk endlessly, as fast as it is read. */
export const endless =
  (head: string, chunk: string): Respond =>
  (socket) => {
    const go = () => {
      while (!socket.destroyed && socket.write(chunk));
      if (!socket.destroyed) socket.once('drain', go)
    }
    socket.write(head)
    go()
  }
