import { createHash } from 'node:crypto'
import type { WritePiece } from '../../../kernel/outgoing/guarded-fetch'
import { OutgoingError } from '../../../kernel/outgoing/outgoing-error'
import { ChannelError, type Content } from '../../channel'
import type { CloudParts } from '../cloud-parts'
import { textOf } from './values'

const fileBytesMax = 100 * 1024 * 1024
const timeoutMs = 300_000
const mediaHost = 'lookaside.fbsbx.com'

/** `limited` is tried again a few times: the address may have expired meanwhile. */
const reasonOf = {
  refusedAddress: 'refused',
  refusedHeader: 'refused',
  tooLarge: 'refused',
  status: 'limited',
  network: 'offline',
  timeout: 'offline',
  busy: 'offline',
} as const

type FileContent = Extract<Content, { source: unknown }>

/**
 * Writes the bytes of a received file in pieces. Meta's address of it is valid for five minutes, so it is asked for each time.
 * @throws ChannelError refused when the file no longer exists, has another checksum, or is on a host that is not Meta's
 */
export async function fetchCloudMedia(parts: CloudParts, content: FileContent, write: WritePiece): Promise<void> {
  const { account, graph } = parts.session()
  const { source } = content
  const id = textOf(source['id'])
  if (!/^[\w.-]{1,200}$/.test(id)) throw new ChannelError('refused', 'The message names no file')
  try {
    const answer = await graph.get(id, { phone_number_id: account.phoneNumberId })
    const hash = createHash('sha256')
    await download(parts, textOf(answer['url']), async (piece) => {
      hash.update(piece)
      await write(piece)
    })
    assertSame(hash.digest(), textOf(answer['sha256']) || textOf(source['sha256']))
  } catch (error) {
    throw parts.failed(error)
  }
}

async function download({ host, session }: CloudParts, address: string, into: WritePiece) {
  const { id, services } = host.context().company
  const url = URL.parse(address)
  // The token would give another host access to the account.
  const isMeta =
    url && (url.origin === new URL(services.graph.url).origin || (url.protocol === 'https:' && url.host === mediaHost))
  if (!isMeta) throw new ChannelError('refused', 'The file is not on a server of Meta')
  try {
    await services.outgoing.of(id, 'media')(url.href, {
      headers: { authorization: `Bearer ${session().account.token}` },
      responseBytesMax: fileBytesMax,
      timeoutMs,
      redirectsMax: 0,
      into,
    })
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    throw new ChannelError(reasonOf[error.reason], `The file could not be fetched: ${error.message}`)
  }
}

/** Meta writes the checksum in hexadecimal or Base64. */
function assertSame(digest: Buffer, expected: string) {
  if (expected === '' || [digest.toString('hex'), digest.toString('base64')].includes(expected)) return
  throw new ChannelError('refused', 'The file does not match its checksum')
}
