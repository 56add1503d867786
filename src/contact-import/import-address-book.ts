import { isAdmin } from '../kernel/company/actor'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rm } from 'node:fs/promises'
import type { AddressBookEntry } from '../channel/channel-driver'
import { channelRules } from '../channel/channel-rules.contract'
import { findConnectionToAsk, openChannel } from '../connection/running/connection-channel'
import { connectionControl } from '../connection/running/connection-control'
import { getConnection } from '../connection/connection.queries'
import { type CompanyContext, createContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { type ConnectionId, randomToken } from '../kernel/ids'
import { requireRoomForFiles } from '../kernel/file/room-for-files'
import { recordFile, withStagedFiles } from '../kernel/file/media-store'
import { insertImport, noOptions, setMedia } from './upload/stage-upload'
import { runImport } from './start-import'

const syncMsMax = 15_000

/** Or everybody with a chat. @throws Refusal ERR_NO_PERMISSION, ERR_NO_WAPP_FOUND, ERR_CHANNEL_CANNOT */
export async function importAddressBook(
  given: CompanyContext,
  kind: 'phonebook' | 'chats',
  whatsappId: ConnectionId | null | undefined,
): Promise<number> {
  if (!isAdmin(given.actor)) refuse('ERR_NO_PERMISSION')
  requireRoomForFiles(given.company)
  const connectionId = whatsappId ?? findConnectionToAsk(given) ?? refuse('ERR_WAPP_NOT_INITIALIZED')
  const { name, channel } = getConnection(given, connectionId)
  if (!channelRules[channel].numberLookup) refuse('ERR_CHANNEL_CANNOT')
  const session = openChannel(given, connectionId)
  // If the provider does not answer, the known entries are imported.
  await Promise.race([session.syncAddressBook?.().catch(() => {}), Bun.sleep(syncMsMax)])
  const entries = connectionControl(given).addressBook(createContext(given.company), connectionId)
  const people = entries.filter((entry) => (kind === 'chats' ? entry.hasChat : entry.name !== ''))
  return startFrom(given, people, { kind, connectionId, fileName: name })
}

async function startFrom(
  given: CompanyContext,
  people: readonly AddressBookEntry[],
  about: { kind: 'phonebook' | 'chats'; connectionId: ConnectionId; fileName: string },
) {
  const path = join(tmpdir(), `rows-${randomToken(24)}`)
  const lines = people.map(({ name, phone, lid }, index) => JSON.stringify([index + 1, name, phone, lid]))
  await Bun.write(path, lines.map((line) => `${line}\n`).join(''))
  return withStagedFiles(given, async (stage) => {
    const rows = await stage(Bun.file(path), 'rows.jsonl').finally(() => rm(path, { force: true }))
    const ctx = createContext(given.company, given.actor)
    return ctx.transaction(() => {
      const { id } = insertImport(ctx, { ...about, state: 'uploaded', sheets: [] })
      const started = setMedia(ctx, id, recordFile(ctx, rows, 'contact-import', id).id)
      const options = { ...noOptions, update: true }
      const { length: total } = people
      runImport(ctx, started, { options, total, position: 0, rowsLeft: total, listId: null })
      return id
    })
  })
}
