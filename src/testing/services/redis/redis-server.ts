import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A server of Redis' protocol, written from its page "Redis serialization protocol specification". It knows what reading takes. */
export async function startRedisServer({ password }: { password: string }) {
  const values = new Map<string, string>()
  const server = createServer((socket) => answer(socket, { values, password }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `redis://:${password}@127.0.0.1:${port}/0`,
    set: async (key: string, value: string) => void values.set(key, value),
    stop: async () => void server.close(),
  }
}

interface Served {
  values: Map<string, string>
  password: string
}

function answer(socket: Socket, served: Served) {
  let text = ''
  let isKnown = false
  socket.setEncoding('latin1')
  socket.on('error', () => socket.destroy())
  socket.on('data', (piece: string) => {
    text += piece
    for (let read = readCommand(text); read; read = readCommand(text)) {
      text = text.slice(read.length)
      const [name = '', ...args] = read.parts
      const password = passwordOf(name.toUpperCase(), args)
      if (password !== undefined) isKnown = password === served.password
      const isRefused = !isKnown || (password !== undefined && password !== served.password)
      socket.write(
        isRefused ? '-WRONGPASS invalid username-password pair\r\n' : run(name.toUpperCase(), args, served),
        'utf8',
      )
    }
  })
}

function passwordOf(name: string, args: readonly string[]) {
  if (name === 'AUTH') return args.at(-1)
  const at = name === 'HELLO' ? args.findIndex((each) => each.toUpperCase() === 'AUTH') : -1
  return at === -1 ? undefined : args[at + 2]
}

/** An array of bulk strings; undefined until it is complete. */
function readCommand(text: string) {
  const lines = /^\*(\d+)\r\n/.exec(text)
  if (!lines) return undefined
  const parts: string[] = []
  let at = lines[0].length
  for (let index = 0; index < Number(lines[1]); index++) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at, at + 20))
    if (!size) return undefined
    const from = at + size[0].length
    at = from + Number(size[1]) + 2
    if (text.length < at) return undefined
    parts.push(Buffer.from(text.slice(from, at - 2), 'latin1').toString('utf8'))
  }
  return { parts, length: at }
}

const bulk = (value: string | undefined) =>
  value === undefined ? '_\r\n' : `$${Buffer.byteLength(value)}\r\n${value}\r\n`
const array = (parts: readonly string[]) => `*${parts.length}\r\n${parts.join('')}`

function run(name: string, args: readonly string[], { values }: Served): string {
  if (name === 'HELLO') return `%2\r\n${bulk('server')}${bulk('redis')}${bulk('proto')}:3\r\n`
  if (name === 'PING') return '+PONG\r\n'
  if (name === 'GET') return bulk(values.get(args[0] ?? ''))
  if (name === 'MGET') return array(args.map((key) => bulk(values.get(key))))
  if (name === 'SCAN') return scan(args, [...values.keys()])
  return name === 'SELECT' || name === 'AUTH' || name === 'CLIENT' ? '+OK\r\n' : `-ERR unknown command '${name}'\r\n`
}

/** Returns few at a time, and the last of them twice, as a server may. */
function scan([cursor = '0', , pattern = '*']: readonly string[], keys: readonly string[]) {
  const from = Number(cursor)
  const to = from + 100
  const matching = new Bun.Glob(pattern)
  const found = keys.slice(Math.max(0, from - 1), to).filter((key) => matching.match(key.replaceAll('/', '_')))
  return array([bulk(to >= keys.length ? '0' : String(to)), array(found.map(bulk))])
}
