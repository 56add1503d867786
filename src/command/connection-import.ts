import * as v from 'valibot'
import { importSession, readSessionFolder, UnusableSession } from '../channel/whatsapp/signal/import-session'
import { findAbovePlan } from '../connection/above-plan'
import { findConnection } from '../connection/connection.queries'
import { noteImportedSession } from '../connection/history/import-connection'
import { createContext } from '../kernel/company/company-context'
import { setMayConnect } from '../platform/connection-index/connection-hint'
import type { Platform } from '../platform/platform'
import { CommandRefused, defineCommand } from './command'

const Id = v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1))

export const connectionImport = defineCommand({
  words: 'connection import',
  summary: 'Imports a Baileys session of another system while Recado is stopped',
  usage: 'recado connection import COMPANY CONNECTION FOLDER',
  example: 'recado connection import 7 3 ../old/sessions/3',
  options: v.strictObject({ company: Id, connection: Id, folder: v.string() }),
  positionals: ['company', 'connection', 'folder'],
  runs: 'stopped',
  async run(platform, { company, connection, folder }) {
    if (platform.files.exists(company)) await platform.files.ready(company)
    try {
      return await importConnection(platform, company, connection, folder)
    } catch (error) {
      throw error instanceof UnusableSession ? new CommandRefused(error.message) : error
    }
  },
  print: (text) => text,
})

/** Returns a message about what was imported. @throws UnusableSession */
export async function importConnection(platform: Platform, companyId: number, connectionId: number, folder: string) {
  if (!platform.files.exists(companyId)) throw new UnusableSession(`There is no company ${companyId}`)
  const ctx = createContext(platform.files.use(companyId))
  const connection = findConnection(ctx, connectionId)
  if (!connection) throw new UnusableSession(`Company ${companyId} has no connection ${connectionId}`)
  if (connection.channel !== 'whatsapp') throw new UnusableSession(`${connection.name} is not a WhatsApp connection`)
  if (findAbovePlan(ctx, connection)) throw new UnusableSession(`${connection.name} is above the company's plan`)
  setMayConnect(platform, companyId, true)
  const session = readSessionFolder(folder)
  const imported = await importSession(ctx, connectionId, session, platform.hostKey)
  noteImportedSession(ctx, connectionId, imported, { wanted: true })
  const { number, lid, records } = imported
  return `${connection.name} is now +${number}${lid ? ` (LID ${lid})` : ''}: ${records} keys taken over. It connects when Recado starts.`
}
