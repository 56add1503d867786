import type { Sink } from './sink'

/** `s3://bucket/prefix`, or a folder. */
export async function openSink(target: string): Promise<Sink> {
  if (target.startsWith('s3://')) return (await import('./bucket-sink')).bucketSink(target)
  return (await import('./folder-sink')).folderSink(target)
}
