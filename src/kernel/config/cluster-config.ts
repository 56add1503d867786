import { hostname } from 'node:os'
import * as v from 'valibot'
import { StartFailure } from '../start-failure'
import { isHostKey } from './host-key'

const servers = /^(nats|tls):\/\/[^\s,]+$/

export const clusterEnvironment = {
  CLUSTER_URL: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((url) => url.trim())),
      v.array(v.pipe(v.string(), v.regex(servers, 'is no list of addresses such as nats://n1:4222,nats://n2:4222'))),
    ),
  ),
  NODE_NAME: v.optional(
    v.pipe(v.string(), v.trim(), v.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'takes small letters, digits and hyphens')),
  ),
  NODE_URL: v.optional(
    v.pipe(
      v.string(),
      v.url(),
      v.transform((url) => url.replace(/\/+$/, '')),
    ),
  ),
  HOST_KEY: v.optional(
    v.pipe(v.string(), v.trim(), v.check(isHostKey, 'is no key; make one with openssl rand -base64 32')),
  ),
}

const Environment = v.object(clusterEnvironment)

export interface ClusterConfig {
  servers: readonly string[]
  node: string
  /** How other nodes reach this one. */
  url: string
}

/** @throws StartFailure without what every node must share */
export function clusterConfigOf(
  env: v.InferOutput<typeof Environment> & { MEDIA_URL?: unknown; PORT: number },
): ClusterConfig | undefined {
  if (env.CLUSTER_URL === undefined) return undefined
  const node =
    env.NODE_NAME ??
    hostname()
      .toLowerCase()
      .replace(/[^a-z0-9-]+/g, '-')
      .slice(0, 40)
  const missing = [
    ...(env.HOST_KEY ? [] : ['HOST_KEY: every node needs the same; data/host.key has it on the first one']),
    ...(env.MEDIA_URL ? [] : ['MEDIA_URL: nodes share their files in a bucket']),
  ]
  if (missing.length > 0)
    throw new StartFailure(`CLUSTER_URL needs more:\n${missing.map((line) => `  ${line}`).join('\n')}`)
  return { servers: env.CLUSTER_URL, node, url: env.NODE_URL ?? `http://${hostname()}:${env.PORT}` }
}
