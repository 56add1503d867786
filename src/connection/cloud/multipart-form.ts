import type { OutgoingStream } from '../../kernel/outgoing/guarded-fetch'

export interface UploadFile {
  path: string
  name: string
  type: string
  size: number
  /** Sent instead of what is at the path. */
  bytes?: Uint8Array | undefined
}

/** Composes a form with a file, which is read from the disk as it is sent. */
export function formOf(fields: Readonly<Record<string, string | number | undefined>>, file: UploadFile) {
  const boundary = `recado-${crypto.randomUUID()}`
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const fileHead = `Content-Disposition: form-data; name="file"; filename="${escapeName(file.name)}"\r\nContent-Type: ${file.type}`
  const head = Buffer.from(`${texts.join('')}--${boundary}\r\n${fileHead}\r\n\r\n`)
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const body: OutgoingStream = {
    size: head.length + file.size + tail.length,
    async *open() {
      yield head
      if (file.bytes) yield file.bytes
      else yield* Bun.file(file.path).stream()
      yield tail
    },
  }
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}

/** As browsers do, so that a name cannot add a header. */
const escapeName = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
