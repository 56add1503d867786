import { type OpenDump, UnreadableSource } from './source'

/** Turns pg_dump's custom, directory or tar format into text, by PostgreSQL's own program. @throws UnreadableSource if it is missing */
export function restoreAsText(path: string, input?: AsyncIterator<Uint8Array>): OpenDump {
  const program = Bun.which('pg_restore', { PATH: process.env['PATH'] ?? '' })
  if (program === null) {
    throw new UnreadableSource('restoreMissing')
  }
  const child = Bun.spawn([program, '--file=-', '--no-owner', '--no-privileges', ...(input ? [] : [path])], {
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  })
  let bytesRead = 0
  let inputFailure: unknown
  const errors = new Response(child.stderr).text()
  if (input) feed(input).catch((error: unknown) => (inputFailure = error))

  async function feed(chunks: AsyncIterator<Uint8Array>) {
    try {
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
        void child.stdin?.write(next.value)
        await child.stdin?.flush()
      }
    } finally {
      await child.stdin?.end()
    }
  }

  async function* text() {
    for await (const chunk of child.stdout) {
      bytesRead += chunk.length
      yield chunk
    }
  }

  return {
    kind: 'custom',
    chunks: text(),
    bytesRead: () => bytesRead,
    async end() {
      const code = await child.exited
      if (inputFailure !== undefined) throw inputFailure
      if (code !== 0) throw await explain(program, await errors)
    },
    close: () => child.kill(),
  }
}

async function explain(program: string, errors: string) {
  const [first = 'nothing'] = errors.replaceAll(/^pg_restore: (?:error: |\[.*?\] )?/gm, '').split('\n')
  if (/unsupported version/.test(first)) {
    const version = (await Bun.$`${program} --version`.text()).trim()
    return new UnreadableSource('restoreOld', { version, why: first })
  }
  const isShort = /end of file|could not read|unexpected end/.test(first)
  return new UnreadableSource(isShort ? 'restoreShort' : 'restoreFailed', { why: first })
}
