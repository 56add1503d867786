import type { Address } from '../../channel/channel'
import { checkNumber, findChannel, findConnectionToAsk, openChannel } from '../../connection/running/connection-channel'
import { createContext, type CompanyContext } from '../../kernel/company/company-context'
import { refuse } from '../../kernel/errors'
import type { ConnectionId, ContactId } from '../../kernel/ids'
import { mediaUrlOf, withStagedFiles, deleteMedia, recordFile, type StagedFile } from '../../kernel/file/media-store'
import { requireRoomForFiles } from '../../kernel/file/room-for-files'
import { findContactAddress } from './contact-address'
import { getContactRow } from '../contact.queries'
import { eq } from 'drizzle-orm'
import { recordEvent } from '../../kernel/event/event-log'
import { contactTable } from '../contact.tables'

export async function checkContactNumber(ctx: CompanyContext, number: string) {
  const party = (await checkNumber(ctx, number)) ?? refuse('ERR_WAPP_INVALID_CONTACT')
  const phone = party.addresses.find(({ kind }) => kind === 'phone')
  return { number: phone?.value ?? number.replace(/\D/g, ''), exists: true as const }
}

/** Empty when there is none. @throws Refusal as above */
export async function renewContactPicture(ctx: CompanyContext, contactId: ContactId) {
  const { address, connectionId } = reach(ctx, contactId)
  requireRoomForFiles(ctx.company)
  const bytes = await openChannel(ctx, connectionId)
    .fetchPicture?.(address)
    .catch(() => refuse('ERR_WAPP_CHECK_CONTACT'))
  return withStagedFiles(ctx, async (stage) => {
    const file = bytes ? await stage(bytes, 'profile.jpg', 'image/jpeg') : undefined
    const now = createContext(ctx.company, ctx.actor)
    setContactPicture(now, contactId, file)
    return mediaUrlOf(now, getContactRow(now, contactId).pictureMediaId)
  })
}

function reach(ctx: CompanyContext, contactId: ContactId): { address: Address; connectionId: ConnectionId } {
  const contact = getContactRow(ctx, contactId)
  const own = contact.connectionId !== null && findChannel(ctx, contact.connectionId) ? contact.connectionId : undefined
  const connectionId = own ?? findConnectionToAsk(ctx) ?? refuse('ERR_WAPP_NOT_INITIALIZED')
  const address = findContactAddress(ctx, contact, connectionId) ?? refuse('ERR_WAPP_INVALID_CONTACT')
  return { address, connectionId }
}

/** Undefined when there is none or it is hidden. */
export function setContactPicture(ctx: CompanyContext, id: ContactId, file: StagedFile | undefined) {
  ctx.transaction(() => {
    const { pictureMediaId } = getContactRow(ctx, id)
    const next = file ? recordFile(ctx, file, 'contact', id).id : null
    ctx.db
      .update(contactTable)
      .set({ pictureMediaId: next, pictureCheckedAt: ctx.now })
      .where(eq(contactTable.id, id))
      .run()
    deleteMedia(ctx, pictureMediaId)
    if (pictureMediaId !== null || next !== null) recordEvent(ctx, 'contact.updated', { contactId: id }, {})
  })
}
