import { readCloudAccount } from '../../connection/cloud/cloud-account.queries'
import { checkCloudNumber, saveCloudNumber } from '../../connection/cloud/cloud-number'
import { openGraph } from '../../connection/cloud/graph-client'
import { GraphError } from '../../connection/cloud/graph-error'
import { tokenMissing } from '../../connection/cloud/cloud-account.contract'
import { type Channel, ChannelError, type ChannelHost } from '../channel'
import type { CloudParts, CloudSession } from './cloud-parts'
import { channelErrorOf, closureOf, endsSession } from './graph-failures'
import { fetchCloudMedia } from './receive/fetch-media'
import { sendingMethods } from './send/sending'

export function createCloudChannel(host: ChannelHost): Channel {
  let session: CloudSession | undefined
  let isEnded = false

  async function connect() {
    const ctx = host.context()
    const account = readCloudAccount(ctx, host.connectionId)
    if (!account) return host.report({ type: 'closed', reason: 'unusable', message: tokenMissing })
    const graph = openGraph(ctx, account)
    try {
      const found = await checkCloudNumber(graph, account.phoneNumberId)
      if (isEnded) return
      saveCloudNumber(host.context(), host.connectionId, found)
      session = { account, graph }
      host.report({ type: 'connected', number: found.number, name: found.verifiedName })
    } catch (error) {
      if (!(error instanceof GraphError)) throw error
      host.report(closureOf(error))
    }
  }

  const parts: CloudParts = {
    host,
    session() {
      if (session) return session
      throw new ChannelError('offline', 'Not connected to Meta')
    },
    failed(error) {
      if (!(error instanceof GraphError)) return error
      if (!endsSession(error)) return channelErrorOf(error)
      if (session) host.report(closureOf(error))
      session = undefined
      return new ChannelError('offline', error.sentence)
    },
  }

  return {
    connect,
    async disconnect() {
      isEnded = true
      session = undefined
    },
    ...sendingMethods(parts),
    fetchMedia: (content, _key, write) => fetchCloudMedia(parts, content, write),
  }
}
