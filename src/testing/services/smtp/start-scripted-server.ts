import { createServer, type AddressInfo } from 'node:net'

type Command = 'connect' | 'EHLO' | 'STARTTLS' | 'MAIL' | 'RCPT' | 'DATA' | 'message' | 'QUIT'
/** An answer by its line, or `cut`: the connection is closed instead of one. */
export type Script = Partial<Record<Command, string>>

/** RFC 5321, section 4.3.2 (October 2008): the answers of a server that accepts everything. */
const accepting: Record<Command, string> = {
  connect: '220 mx.example ESMTP',
  EHLO: '250 mx.example',
  STARTTLS: '220 Ready to start TLS',
  MAIL: '250 OK',
  RCPT: '250 OK',
  DATA: '354 Start mail input; end with <CRLF>.<CRLF>',
  message: '250 OK',
  QUIT: '221 mx.example Service closing transmission channel',
}

/** A mail server on a bare socket, written after RFC 5321, whose answers a test chooses. They may be changed between attempts. */
export async function startScriptedServer(script: Script) {
  const answers = { ...accepting, ...script }
  const messages: string[] = []
  const commands: string[] = []
  const server = createServer((socket) => {
    let text = ''
    let isMessage = false
    const say = (command: Command) => {
      const line = answers[command]
      if (line === 'cut') socket.destroy()
      else socket.write(`${line}\r\n`)
    }
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      for (;;) {
        const end = text.indexOf(isMessage ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const line = text.slice(0, end)
        text = text.slice(end + (isMessage ? 5 : 2))
        if (isMessage) {
          messages.push(line)
          isMessage = false
          say('message')
          continue
        }
        const command = (line.split(/[ :]/)[0] ?? '').toUpperCase() as Command
        commands.push(line)
        isMessage = command === 'DATA' && answers.DATA.startsWith('354')
        if (command in answers) say(command)
        else socket.write('500 Syntax error, command unrecognized\r\n')
      }
    })
    say('connect')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    messages,
    commands,
    url: `smtp://127.0.0.1:${port}?from=recado@host.test`,
    change: (next: Script) => void Object.assign(answers, next),
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
