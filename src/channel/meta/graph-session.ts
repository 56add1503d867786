import { ChannelError } from '../channel'
import type { ChannelHost } from '../channel-driver'
import { GraphError } from './graph/graph-error'
import { channelErrorOf, closureOf, endsSession } from './graph/graph-failures'
import { tokenMissing } from './meta-login.contract'

export interface GraphSession<Session> {
  host: ChannelHost
  connect(): Promise<void>
  disconnect(): Promise<void>
  isConnected(): boolean
  /** @throws ChannelError offline while not connected */
  session(): Session
  /** Ends the session when Meta no longer accepts the token. Returns the error as ChannelError if it is Graph's. */
  failed(error: unknown): unknown
}

interface Opened<Session> {
  session: Session
  number: string
  name: string
  store(): void
}

/** @param open undefined without a token. May throw GraphError */
export function createGraphSession<Session>(
  host: ChannelHost,
  open: () => Promise<Opened<Session>> | undefined,
): GraphSession<Session> {
  let session: Session | undefined
  let isEnded = false
  return {
    host,
    async connect() {
      const opening = open()
      if (!opening) return host.report({ type: 'closed', reason: 'unusable', message: tokenMissing })
      try {
        const opened = await opening
        if (isEnded) return
        host.context().transaction(() => {
          opened.store()
          host.accountChanged()
        })
        session = opened.session
        host.report({ type: 'connected', number: opened.number, name: opened.name })
      } catch (error) {
        if (!(error instanceof GraphError)) throw error
        host.report(closureOf(error))
      }
    },
    async disconnect() {
      isEnded = true
      session = undefined
    },
    isConnected: () => session !== undefined,
    session() {
      return session ?? raise(new ChannelError('offline', 'Not connected to Meta'))
    },
    failed(error) {
      if (!(error instanceof GraphError)) return error
      if (!endsSession(error)) return channelErrorOf(error)
      if (session) host.report(closureOf(error))
      session = undefined
      return new ChannelError('offline', error.sentence)
    },
  }
}

function raise(error: Error): never {
  throw error
}
