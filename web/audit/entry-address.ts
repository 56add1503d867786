import type { AuditEntryView } from '../../src/audit/audit.calls'
import { atField, links } from '../app/links'

const addresses: Readonly<Record<string, (id: number) => string>> = {
  user: links.editUser,
  twoFactor: links.editUser,
  passkey: links.editUser,
  device: links.editUser,
  session: links.editUser,
  role: links.editRole,
  connection: links.editConnection,
  connectionWebhook: links.editConnection,
  queue: links.editQueue,
  campaign: links.editCampaign,
  tag: links.editTag,
  contact: links.contact,
}

/** Where what was acted on is, if it still may be. */
export function addressOf({ object, action, objectId, objectName }: AuditEntryView): string | undefined {
  if (action === 'deleted' || action === 'erased') return undefined
  if (object === 'setting') return atField(links.settings(), objectName)
  return objectId === null ? undefined : addresses[object]?.(objectId)
}
