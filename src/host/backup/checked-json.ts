import type { Sink } from './sink'

const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')

/** JSON and, on the last line, its SHA-256. */
export function writeChecked(sink: Sink, path: string, content: unknown) {
  const text = JSON.stringify(content, undefined, 1)
  return sink.write(path, `${text}\n${sha256(text)}\n`)
}

/** Undefined when there is none. @throws Error when a byte of it was changed */
export async function readChecked<T>(sink: Sink, path: string): Promise<T | undefined> {
  const bytes = await sink.read(path)
  if (!bytes) return undefined
  const [, text = '', hash = ''] = /^([^]*)\n([0-9a-f]{64})\n$/.exec(Buffer.from(bytes).toString('utf8')) ?? []
  if (sha256(text) !== hash) throw new Error(`${sink.name}/${path} was changed or is incomplete: it cannot be trusted`)
  return JSON.parse(text) as T
}
