import type { AddressInfo } from 'node:net'
// The package has no types.
const { SMTPServer } = (await import('smtp-server' as string)) as { SMTPServer: new (options: object) => Server }

interface Server {
  listen(port: number, host: string, done: () => void): void
  close(done: () => void): void
  server: { address(): AddressInfo }
}

export interface ReceivedMail {
  from: string
  to: string[]
  raw: string
  user?: string
}

interface Session {
  user?: string
  envelope: { mailFrom: { address: string }; rcptTo: { address: string }[] }
}

type Callback<Result> = (error: Error | null, result?: Result) => void

/** A mail server on the loopback interface that accepts everything, by the package `smtp-server`. */
export async function startMailServer({ account }: { account?: { user: string; pass: string } } = {}) {
  const received: ReceivedMail[] = []
  let arrived = Promise.withResolvers<void>()
  const server = new SMTPServer({
    authOptional: !account,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS', ...(account ? [] : ['AUTH'])],
    onAuth({ username, password }: Record<string, string>, _: Session, callback: Callback<{ user: string }>) {
      const isRight = username === account?.user && password === account?.pass
      if (isRight) callback(null, { user: username ?? '' })
      else callback(Object.assign(new Error('Authentication failed'), { responseCode: 535 }))
    },
    onData(stream: AsyncIterable<Buffer>, { envelope, user }: Session, callback: Callback<string>) {
      void (async () => {
        const pieces: Buffer[] = []
        for await (const piece of stream) pieces.push(piece)
        const to = envelope.rcptTo.map(({ address }) => address)
        const raw = Buffer.concat(pieces).toString()
        received.push({ from: envelope.mailFrom.address, to, raw, ...(user && { user }) })
        callback(null)
        arrived.resolve()
        arrived = Promise.withResolvers()
      })()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address()
  return {
    received,
    address: `127.0.0.1:${port}`,
    url: `smtp://127.0.0.1:${port}?from=recado@host.test`,
    async wait(count: number) {
      while (received.length < count) await arrived.promise
    },
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** Returns the plain text of a mail, decoded (RFC 2045, sections 6.7 and 6.8). */
export function plainTextOf({ raw }: Pick<ReceivedMail, 'raw'>) {
  const [, headers = '', body = ''] =
    /Content-Type: text\/plain[^\r]*\r\n([\s\S]*?)\r\n\r\n([\s\S]*?)\r\n--/.exec(raw) ?? []
  if (/base64/i.test(headers)) return Buffer.from(body, 'base64').toString()
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return /quoted-printable/i.test(headers) ? Buffer.from(bytes, 'latin1').toString() : body
}
