import { S3Client } from 'bun'
import type { Sink, StoredFile } from './sink'

/** Any bucket that speaks S3, with the address and credentials of S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. */
export function bucketSink(target: string): Sink {
  const { bucket, prefix } = partsOf(target)
  const client = new S3Client({ bucket })
  const key = (path: string) => `${prefix}${path}`

  return {
    name: target,
    grows: false,
    async put(path, localFile) {
      const file = Bun.file(localFile)
      await client.write(key(path), file)
      const { size } = await client.stat(key(path))
      if (size !== file.size) throw new Error(`${target}/${path} has ${size} bytes instead of ${file.size}`)
    },
    write: async (path, content) => void (await client.write(key(path), content)),
    append: () => Promise.reject(new Error('A bucket cannot append')),
    async list(below) {
      const files: StoredFile[] = []
      let startAfter: string | undefined
      for (;;) {
        const page = await client.list({ prefix: key(`${below}/`), startAfter, maxKeys: 1000 })
        for (const { key: found, size = 0 } of page.contents ?? []) {
          files.push({ path: found.slice(prefix.length), size })
        }
        startAfter = page.contents?.at(-1)?.key
        if (!page.isTruncated || !startAfter) return files.sort((a, b) => (a.path < b.path ? -1 : 1))
      }
    },
    async read(path) {
      try {
        return await client.file(key(path)).bytes()
      } catch (error) {
        if ((error as { code?: string }).code === 'NoSuchKey') return undefined
        throw error
      }
    },
    stream: (path) => client.file(key(path)).stream(),
    remove: (path) => client.delete(key(path)),
  }
}

function partsOf(target: string) {
  const [bucket = '', ...folders] = target.slice('s3://'.length).split('/').filter(Boolean)
  return { bucket, prefix: folders.length > 0 ? `${folders.join('/')}/` : '' }
}
