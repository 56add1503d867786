import { createHash } from 'node:crypto'
import type { WritePiece } from '../../../kernel/outgoing/guarded-fetch'
import { ChannelError, type Content } from '../../channel'
import { downloadMedia } from '../../meta/download-media'
import { textOf } from '../../meta/values'
import type { CloudParts } from '../cloud-parts'

const isMetaHost = (host: string) => host === 'lookaside.fbsbx.com'

/** The address is valid for five minutes. @throws ChannelError refused when the file is gone or differs */
export async function fetchCloudMedia(
  parts: CloudParts,
  { source }: Extract<Content, { source: unknown }>,
  write: WritePiece,
): Promise<void> {
  const { account, graph } = parts.session()
  const id = textOf(source['id'])
  if (!/^[\w.-]{1,200}$/.test(id)) throw new ChannelError('refused', 'The message names no file')
  try {
    const answer = await graph.get(id, { phone_number_id: account.phoneNumberId })
    const hash = createHash('sha256')
    const headers = { authorization: `Bearer ${account.token}` }
    await downloadMedia(parts.host, { address: textOf(answer['url']), isMetaHost, headers }, async (piece) => {
      hash.update(piece)
      await write(piece)
    })
    assertSame(hash.digest(), textOf(answer['sha256']) || textOf(source['sha256']))
  } catch (error) {
    throw parts.failed(error)
  }
}

function assertSame(digest: Buffer, expected: string) {
  if (expected === '' || [digest.toString('hex'), digest.toString('base64')].includes(expected)) return
  throw new ChannelError('refused', 'The file does not match its checksum')
}
