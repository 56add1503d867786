import type { WritePiece } from '../../kernel/outgoing/guarded-fetch'
import { OutgoingError } from '../../kernel/outgoing/outgoing-error'
import { ChannelError } from '../channel'
import type { ChannelHost } from '../channel-driver'

const fileBytesMax = 100 * 1024 * 1024
const timeoutMs = 300_000

/** `limited` is tried again: the address may have expired meanwhile. */
const reasonOf = {
  refusedAddress: 'refused',
  refusedHeader: 'refused',
  tooLarge: 'refused',
  status: 'limited',
  network: 'offline',
  timeout: 'offline',
  busy: 'offline',
} as const

interface Download {
  address: string
  isMetaHost(host: string): boolean
  headers?: Readonly<Record<string, string>>
}

/** @throws ChannelError refused for a host that is not Meta's, which would get the token */
export async function downloadMedia(host: ChannelHost, { address, isMetaHost, headers }: Download, into: WritePiece) {
  const { id, services } = host.context().company
  const url = URL.parse(address)
  const isMeta =
    url && (url.origin === new URL(services.graph.url).origin || (url.protocol === 'https:' && isMetaHost(url.host)))
  if (!isMeta) throw new ChannelError('refused', 'The file is not on a server of Meta')
  const limits = { responseBytesMax: fileBytesMax, timeoutMs, redirectsMax: 0 }
  try {
    await services.outgoing.of(id, 'media')(url.href, { ...limits, headers, into })
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    throw new ChannelError(reasonOf[error.reason], `The file could not be fetched: ${error.message}`)
  }
}
