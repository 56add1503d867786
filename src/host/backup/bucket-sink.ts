import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bucketConfigOf } from '../../kernel/config/media-config'
import { BucketError, createBucket } from '../../kernel/file/bucket/bucket'
import type { Sink, StoredFile } from './sink'

/** Any bucket that speaks S3, with the address and credentials of S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. */
export function bucketSink(target: string): Sink {
  const config = bucketConfigOf('BACKUP_TO', target, { ...process.env })
  const { prefix } = config
  const bucket = createBucket(config)
  const key = (path: string) => `${prefix}${path}`

  return {
    name: target,
    grows: false,
    put: (path, localFile) => bucket.put(key(path), localFile),
    async write(path, content) {
      const folder = mkdtempSync(join(tmpdir(), 'recado-'))
      try {
        await Bun.write(join(folder, 'content'), content)
        await bucket.put(key(path), join(folder, 'content'))
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
    append: () => Promise.reject(new Error('A bucket cannot append')),
    async list(below) {
      const files: StoredFile[] = []
      for (let after: string | undefined; ;) {
        const page = await bucket.list(key(`${below}/`), after)
        files.push(...page.map((found) => ({ path: found.key.slice(prefix.length), size: found.bytes })))
        after = page.at(-1)?.key
        if (after === undefined) return files
      }
    },
    async read(path) {
      try {
        return await (await bucket.get(key(path))).bytes()
      } catch (error) {
        if (error instanceof BucketError && error.reason === 'missing') return undefined
        throw error
      }
    },
    async *stream(path) {
      const { body } = await bucket.get(key(path))
      if (body) yield* body
    },
    remove: (path) => bucket.remove(key(path)),
  }
}
