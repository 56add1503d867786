/** `bun run connection:import <companyId> <connectionId> <folder>`: imports a session folder of Baileys. */
import { importSession, UnusableSession } from '../channel/whatsapp/signal/import-session'
import { compose, shutdown } from '../compose'
import { findAbovePlan } from '../connection/above-plan'
import { findConnection } from '../connection/connection.queries'
import { noteImportedSession } from '../connection/history/import-connection'
import { createContext } from '../kernel/company/company-context'
import { readConfig } from '../kernel/config/config'
import { Refusal } from '../kernel/errors'
import { StartFailure } from '../kernel/start-failure'
import { setMayConnect } from '../platform/connection-index/connection-hint'
import type { Platform } from '../platform/platform'

const usage = 'Usage: bun run connection:import <companyId> <connectionId> <folder>'

/**
 * Returns a message about what was imported.
 * @throws UnusableSession
 */
export function importConnection(platform: Platform, companyId: number, connectionId: number, folder: string): string {
  if (!platform.files.exists(companyId)) throw new UnusableSession(`There is no company ${companyId}`)
  const ctx = createContext(platform.files.use(companyId))
  const connection = findConnection(ctx, connectionId)
  if (!connection) throw new UnusableSession(`Company ${companyId} has no connection ${connectionId}`)
  if (connection.channel !== 'whatsapp') throw new UnusableSession(`${connection.name} is not a WhatsApp connection`)
  if (findAbovePlan(ctx, connection)) throw new UnusableSession(`${connection.name} is above the company's plan`)
  setMayConnect(platform, companyId, true)
  const { number, lid, records } = ctx.transaction(() => {
    const imported = importSession(ctx, connectionId, folder, platform.hostKey)
    noteImportedSession(ctx, connectionId, imported)
    return imported
  })
  return `${connection.name} is now +${number}${lid ? ` (LID ${lid})` : ''}: ${records} keys taken over. It connects when Recado starts.`
}

/** Refused while Recado is running, because it locks the data folder. */
async function run(companyId: number, connectionId: number, folder: string) {
  const platform = compose({ config: readConfig() })
  try {
    if (platform.files.exists(companyId)) await platform.files.ready(companyId)
    return importConnection(platform, companyId, connectionId, folder)
  } finally {
    shutdown(platform)
  }
}

const expected = [StartFailure, UnusableSession, Refusal]

if (import.meta.main) {
  const [companyId, connectionId, folder] = process.argv.slice(2)
  if (!folder || !Number(companyId) || !Number(connectionId)) {
    console.error(usage)
    process.exit(2)
  }
  try {
    console.log(await run(Number(companyId), Number(connectionId), folder))
  } catch (error) {
    if (!expected.some((kind) => error instanceof kind)) throw error
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
