import { JetStreamApiError, type StreamConfig } from '@nats-io/jetstream'
import { type KV, Kvm } from '@nats-io/kv'
import type { Nats } from './connect-nats'
import { retried } from './retried'

/** Buckets and streams in NATS, all named `recado-…`, so that others may use the same servers. */
export interface Stores {
  nodes: KV
  owners: KV
  /** The copies from which the logs lead on. */
  bases: KV
  names: KV
  rows: KV
}

/** A node whose lease is not renewed for so long is gone. */
export const leaseMs = 6_000
const logStreams = 8

/** The streams of the log share the companies out. */
export const logStreamOf = (name: string) => `recado-wal-${shardOf(name)}`
export const logSubjectOf = (name: string) => `recado.wal.${shardOf(name)}.${name}`
const shardOf = (name: string) => Bun.hash.crc32(name) % logStreams

export const baseStream = 'recado-base-pieces'
export const baseSubjectOf = (name: string, base: string) => `recado.base.${name}.${base}`

const bucketNames = { owners: 'recado-own', bases: 'recado-base', names: 'recado-name', rows: 'recado-row' } as const

/** Makes what is missing, with three replicas where there are three servers. Waits until the servers have a leader. */
export async function openStores(nats: Nats): Promise<Stores> {
  const streams = [
    ...Array.from({ length: logStreams }, (_, shard) => ({
      name: `recado-wal-${shard}`,
      subjects: [`recado.wal.${shard}.>`],
    })),
    { name: baseStream, subjects: ['recado.base.>'] },
  ]
  await Promise.all(streams.map((stream) => retried(() => openStream(nats, stream))))
  const [nodes, owners, bases, names, rows] = await Promise.all([
    openBucket(nats, 'recado-node', leaseMs),
    openBucket(nats, bucketNames.owners),
    openBucket(nats, bucketNames.bases),
    openBucket(nats, bucketNames.names),
    openBucket(nats, bucketNames.rows),
  ])
  return { nodes, owners, bases, names, rows }
}

const isMissing = (error: unknown) => error instanceof JetStreamApiError && error.status === 404

/** One that was made while there was only one server is replicated once there are three. */
async function openStream({ jsm, replicas }: Nats, given: { name: string; subjects: string[] }) {
  const config: Pick<StreamConfig, 'name' | 'subjects'> & Partial<StreamConfig> = {
    ...given,
    num_replicas: replicas,
    allow_direct: true,
  }
  const found = await jsm.streams.info(given.name).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (!found) await jsm.streams.add(config)
  else if (found.config.num_replicas < replicas) await jsm.streams.update(given.name, { num_replicas: replicas })
}

async function openBucket(nats: Nats, name: string, ttl?: number) {
  const { replicas, jsm, js } = nats
  const bucket = await retried(() => new Kvm(js).create(name, { replicas, history: 1, ...(ttl && { ttl }) }))
  const { config } = await retried(() => jsm.streams.info(`KV_${name}`))
  if (config.num_replicas < replicas) {
    await retried(() => jsm.streams.update(`KV_${name}`, { num_replicas: replicas }))
  }
  return bucket
}
