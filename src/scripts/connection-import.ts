/** `bun run connection:import <companyId> <connectionId> <folder>`: takes over a session of Baileys' multi-file folder. */
import { importSession, UnusableSession } from '../channel/whatsapp/import-session'
import { compose, decompose } from '../compose'
import { findConnection } from '../connection/connection.queries'
import { noteImportedSession } from '../connection/import-connection'
import { createContext } from '../kernel/company-context'
import { readConfig } from '../kernel/config'
import { Refusal } from '../kernel/errors'
import { noteMayConnect } from '../platform/connection-hint'
import type { Platform } from '../platform/platform'
import { runningPid } from '../platform/running'

const usage = 'Usage: bun run connection:import <companyId> <connectionId> <folder>'

/** What was done, as a sentence. @throws UnusableSession saying why nothing was */
export function importConnection(platform: Platform, companyId: number, connectionId: number, folder: string): string {
  if (!platform.files.exists(companyId)) throw new UnusableSession(`There is no company ${companyId}`)
  const ctx = createContext(platform.files.use(companyId))
  const connection = findConnection(ctx, connectionId)
  if (!connection) throw new UnusableSession(`Company ${companyId} has no connection ${connectionId}`)
  if (connection.channel !== 'whatsapp') throw new UnusableSession(`${connection.name} is not a WhatsApp connection`)
  const pid = runningPid(platform.config.dataDir)
  // Two processes that step the same ratchets would make each other's messages unreadable.
  if (pid && (connection.wanted || connection.status !== 'DISCONNECTED')) {
    throw new UnusableSession(`${connection.name} is in use by process ${pid}: disconnect it or stop the product first`)
  }
  noteMayConnect(platform, companyId, true)
  const { number, lid, records } = ctx.transaction(() => {
    const imported = importSession(ctx, connectionId, folder, platform.hostKey)
    noteImportedSession(ctx, connectionId, imported)
    return imported
  })
  const next = pid ? 'Press "try again" on the connections screen' : 'It connects when the product starts'
  return `${connection.name} is now +${number}${lid ? ` (LID ${lid})` : ''}: ${records} keys taken over. ${next}.`
}

if (import.meta.main) {
  const [companyId, connectionId, folder] = process.argv.slice(2)
  if (!folder || !Number(companyId) || !Number(connectionId)) {
    console.error(usage)
    process.exit(2)
  }
  const platform = compose({ config: readConfig() })
  try {
    console.log(importConnection(platform, Number(companyId), Number(connectionId), folder))
  } catch (error) {
    if (!(error instanceof UnusableSession) && !(error instanceof Refusal)) throw error
    console.error(error.message)
    process.exitCode = 1
  } finally {
    decompose(platform)
  }
}
