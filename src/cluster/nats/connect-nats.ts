import { jetstream, type JetStreamClient, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { Log } from '../../kernel/log'
import { retried } from './retried'

export interface Nats {
  js: JetStreamClient
  jsm: JetStreamManager
  connection: NatsConnection
  /** Of everything that is stored. */
  replicas: 1 | 3
  /** Bytes of a message's content at most. */
  contentMax: number
  state(): NatsState
  close(): Promise<void>
}

export interface NatsState {
  /** The server that this process is connected to, or was. */
  server: string
  version: string
  isConnected: boolean
  reconnects: number
}

interface NatsOptions {
  urls: readonly string[]
  name: string
  log: Log
}

/** Tests run on Debian's 2.9, too. What is written does not rely on the server's own comparison of sequences, see `log-rule.ts`. */
const wantedVersion = [2, 12] as const
const reconnectMs = 250
const unreachedMs = 5_000
/** A dead connection is noticed after two pings. */
const pingMs = 1_000
/** For headers, within the server's limit of a whole message. */
const headerBytesMax = 4_096

/** Waits for the first connection and connects again by itself. */
export async function connectNats({ urls, name, log }: NatsOptions): Promise<Nats> {
  const options = {
    servers: [...urls],
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectMs,
    pingInterval: pingMs,
    maxPingOut: 2,
    // Addresses that servers tell of one another may not be reachable from here.
    ignoreClusterUpdates: true,
    // Otherwise servers that do not answer before the first connection would never be tried again.
    waitOnFirstConnect: true,
    timeout: 2_000,
  }
  const waiting = setInterval(() => log.warn('NATS cannot be reached yet', { servers: urls }), unreachedMs)
  const connection = await retried(() => connect(options), {
    onFailure: (error) => log.warn('NATS refuses this node', { servers: urls, error }),
  })
  clearInterval(waiting)
  const version = connection.info?.version ?? ''
  if (isOlder(version)) {
    log.warn(`NATS ${version} works, but production wants ${wantedVersion.join('.')} or newer`, { servers: urls })
  }
  const state: NatsState = { server: connection.getServer(), version, isConnected: true, reconnects: 0 }
  void follow(connection, state, log)
  return {
    connection,
    js: jetstream(connection, { timeout: 2_000 }),
    jsm: await jetstreamManager(connection, { checkAPI: false, timeout: 3_000 }),
    replicas: connection.info?.cluster === undefined ? 1 : 3,
    contentMax: (connection.info?.max_payload ?? 1_048_576) - headerBytesMax,
    state: () => state,
    close: () => connection.close(),
  }
}

async function follow(connection: NatsConnection, state: NatsState, log: Log) {
  for await (const { type } of connection.status()) {
    if (type === 'disconnect') {
      state.isConnected = false
      log.warn('The connection to NATS ended; it is made again', { server: state.server })
    } else if (type === 'reconnect') {
      state.isConnected = true
      state.reconnects++
      state.server = connection.getServer()
      state.version = connection.info?.version ?? state.version
      log.info('Connected to NATS again', { server: state.server })
    }
  }
}

function isOlder(version: string) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < wantedVersion[0] || (major === wantedVersion[0] && minor < wantedVersion[1])
}
